"""The pages of Settings as a table: every row is a record."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SettingsRow:
    """A line of a page. It leads to `page`, or switches the setting `(namespace, key)`, or opens a dialog.

    `summary` may name a fact of the phone in braces (`{model}`). `off` greys the row out.
    """

    title: str
    summary: str = ""
    icon: str = ""
    page: str = ""
    setting: tuple[str, str] | None = None
    dialog: str = ""
    off: bool = False


R = SettingsRow

MAIN = (
    R("Network & internet", "Wi-Fi, mobile, hotspot", "wifi", "network"),
    R("Connected devices", "Bluetooth, pairing", "devices", "connected"),
    R("Apps", "Recent apps, default apps", "apps", "apps"),
    R("Notifications", "Notification history, conversations", "bell", "notifications"),
    R("Battery", "Battery Saver, usage", "battery", "battery"),
    R("Storage", "37% used - 80.3 GB free", "storage", "storage"),
    R("Sound & vibration", "Volume, haptics, Do Not Disturb", "sound", "sound"),
    R("Display", "Dark theme, font size, brightness", "sun", "display"),
    R("Wallpaper & style", "Colors, themed icons, app grid", "palette", "wallpaper"),
    R("Accessibility", "Display, interaction, audio", "person", "accessibility"),
    R("Security & privacy", "App security, device lock, permissions", "lock", "security"),
    R("Location", "On - 2 apps have access", "pin", "location"),
    R("Safety & emergency", "Emergency SOS, medical info, alerts", "star", "safety"),
    R("Passwords & accounts", "Saved passwords, autofill", "key", "accounts"),
    R("Digital Wellbeing", "Screen time, app timers, bedtime", "clock", "wellbeing"),
    R("System", "Languages, gestures, time, backup", "info", "system"),
    R("About phone", "{model}", "phone", "about"),
    R("Tips & support", "Help articles, phone & chat", "help", "tips"),
)

PAGES: dict[str, tuple[str, tuple[SettingsRow, ...]]] = {
    "network": (
        "Network & internet",
        (
            R("Internet", "AndroidWifi", "wifi", "internet"),
            R("Calls & SMS", "T-Mobile", "phone", "calls"),
            R("SIMs", "T-Mobile", "storage", off=True),
            R("Airplane mode", "", "plane", setting=("global", "airplane_mode_on")),
            R("Hotspot & tethering", "Off", "hotspot", "hotspot"),
            R("Data Saver", "Off", "devices", off=True),
            R("VPN", "None", "key", off=True),
            R("Private DNS", "Automatic", "info", dialog="dns"),
        ),
    ),
    "internet": (
        "Internet",
        (
            R("Wi-Fi", "", "wifi", setting=("global", "wifi_on")),
            R("AndroidWifi", "Connected", "wifi", "wifi_details"),
            R("Mobile data", "", "phone", setting=("global", "mobile_data")),
            R("Network preferences", "Wi-Fi turns back on automatically", "info", off=True),
        ),
    ),
    "wifi_details": (
        "Network details",
        (R("Signal strength", "Excellent"), R("Frequency", "5 GHz"), R("Security", "WPA2-Personal")),
    ),
    "connected": (
        "Connected devices",
        (
            R("Bluetooth", "", "devices", setting=("global", "bluetooth_on")),
            R("Pair new device", "", "star", off=True),
            R("Connection preferences", "Bluetooth, Android Auto", "info", "connected_more"),
        ),
    ),
    "sound": (
        "Sound & vibration",
        (
            R("Media volume", "{volume} of 15", "sound", "volume"),
            R("Vibrate for calls", "", "phone", setting=("system", "vibrate_when_ringing")),
            R("Touch sounds", "", "sound", setting=("system", "sound_effects_enabled")),
            R("Phone ringtone", "Your New Adventure", "bell", off=True),
        ),
    ),
    "display": (
        "Display",
        (
            R("Brightness level", "40%", "sun", off=True),
            R("Dark theme", "Will never turn on automatically", "palette", setting=("secure", "dark_theme")),
            R("Screen timeout", "{timeout}", "clock", dialog="timeout"),
            R("Auto-rotate screen", "", "phone", setting=("system", "accelerometer_rotation")),
            R("Font size", "Default", "info", "font"),
        ),
    ),
    "location": (
        "Location",
        (
            R("Use location", "", "pin", setting=("secure", "location_mode")),
            R("App location permissions", "2 of 3 apps have access", "apps", "apps"),
        ),
    ),
    "apps": (
        "Apps",
        (R("Shop", "14.20 MB", "bag", "app_shop"), R("Notes", "3.10 MB", "note", "app_notes")),
    ),
    "app_shop": ("App info", (R("Storage & cache", "14.20 MB used"), R("Version", "2.3.1"))),
    "app_notes": ("App info", (R("Storage & cache", "3.10 MB used"), R("Version", "1.4"))),
    "system": (
        "System",
        (
            R("Languages", "{locale}", "help", "languages"),
            R("Developer options", "", "info", "developer"),
            R("Reset options", "", "delete", off=True),
        ),
    ),
    "developer": (
        "Developer options",
        (
            R("USB debugging", "Debug mode when USB is connected", setting=("global", "adb_enabled")),
            R("Stay awake", "Screen will never sleep", setting=("global", "stay_on_while_plugged_in")),
            R("Show taps", "Show visual feedback for taps", setting=("system", "show_touches")),
        ),
    ),
    "about": (
        "About phone",
        (
            R("Device name", "{model}"),
            R("Android version", "{release}", page="version"),
            R("SDK", "{api}"),
            R("Build number", "UE1A.230829.036"),
        ),
    ),
    "version": (
        "Android version",
        (
            R("Android version", "{release}"),
            R("Android security update", "August 5, 2026"),
            R("Kernel", "6.1.23"),
        ),
    ),
}

DIALOGS: dict[str, tuple[str, tuple[str, str], tuple[tuple[str, str], ...]]] = {
    "timeout": (
        "Screen timeout",
        ("system", "screen_off_timeout"),
        (
            ("15 seconds", "15000"),
            ("30 seconds", "30000"),
            ("1 minute", "60000"),
            ("10 minutes", "600000"),
            ("30 minutes", "1800000"),
        ),
    ),
    "dns": (
        "Select private DNS mode",
        ("global", "private_dns_mode"),
        (("Off", "off"), ("Automatic", "opportunistic")),
    ),
}
