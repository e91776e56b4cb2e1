"""What a person does on the device: the panel's and the keys' events, and the actions they amount to."""
