"""What the phone is: state, apps on the screen, input, timers. Knows nothing of adb."""
