"""What dumpsys prints of power, battery, keyboard and packages, as pure functions (facts: AOSP, captures)."""

from __future__ import annotations

from dataclasses import dataclass

BATTERY_STATUS_CHARGING = 2
BATTERY_HEALTH_GOOD = 2


@dataclass(frozen=True, slots=True)
class BatteryFacts:
    """A battery: `level` in percent, `temperature` in tenths of a degree Celsius, `voltage` in mV."""

    level: int
    temperature: int = 250
    voltage: int = 4200
    charging: bool = True


@dataclass(frozen=True, slots=True)
class PackageFacts:
    """One installed package; times are `YYYY-MM-DD HH:MM:SS`."""

    package: str
    version_name: str
    version_code: int
    uid: int
    apk_path: str
    system: bool
    activity: str | None
    signature: str
    installed_at: str
    token: str


def dumpsys_power(wakefulness: str) -> list[str]:
    """`dumpsys power`; `wakefulness` is Awake, Asleep, Dozing or Dreaming."""
    awake = wakefulness == "Awake"
    return [
        "POWER MANAGER (dumpsys power)",
        "",
        "Power Manager State:",
        "  mDirty=0x0",
        f"  mWakefulness={wakefulness}",
        f"  mInteractive={str(awake).lower()}",
        "  mIsPowered=true",
        "  mDisplayReady=true",
        "  mHoldingWakeLockSuspendBlocker=false",
        f"  mHoldingDisplaySuspendBlocker={str(awake).lower()}",
        "",
        f"Display Power: state={'ON' if awake else 'OFF'}",
    ]


def dumpsys_battery(battery: BatteryFacts) -> list[str]:
    """`dumpsys battery`"""
    status = BATTERY_STATUS_CHARGING if battery.charging else 3
    return [
        "Current Battery Service state:",
        f"  AC powered: {str(battery.charging).lower()}",
        "  USB powered: false",
        "  Wireless powered: false",
        "  Max charging current: 0",
        "  Max charging voltage: 0",
        "  Charge counter: 10000",
        f"  status: {status}",
        f"  health: {BATTERY_HEALTH_GOOD}",
        "  present: true",
        f"  level: {battery.level}",
        "  scale: 100",
        f"  voltage: {battery.voltage}",
        f"  temperature: {battery.temperature}",
        "  technology: Li-ion",
    ]


def dumpsys_input_method(current: str, *, shown: bool, api: int) -> list[str]:
    """`dumpsys input_method`: the current keyboard and whether it is on the screen."""
    visible = str(shown).lower()
    return [
        "Current Input Method Manager state:",
        *([f"  mCurMethodId={current}"] if api <= 34 else []),
        f"  mCurId={current} mHaveConnection=true mBoundToMethod=true",
        f"      mImeWindowVis={3 if shown else 0}",
        f"      mInputShown={visible}",
        f"  mShowRequested={visible} mShowExplicitlyRequested=false mShowForced=false mInputShown={visible}",
        f"  mIsInputViewShown={visible} mStatusIcon=0",
    ]


def dumpsys_package(package: PackageFacts) -> list[str]:
    """`dumpsys package P` of an installed package."""
    flags = ["SYSTEM"] if package.system else []
    flags += ["HAS_CODE", "ALLOW_CLEAR_USER_DATA", "ALLOW_BACKUP"]
    return [
        *_resolver_table(package),
        "Packages:",
        f"  Package [{package.package}] ({package.token}):",
        f"    userId={package.uid}",
        f"    pkg=Package{{{package.token} {package.package}}}",
        f"    codePath={package.apk_path.rsplit('/', 1)[0]}",
        f"    versionCode={package.version_code} minSdk=24 targetSdk=34",
        f"    versionName={package.version_name}",
        f"    flags=[ {' '.join(flags)} ]",
        f"    pkgFlags=[ {' '.join(flags)} ]",
        f"    firstInstallTime={package.installed_at}",
        f"    lastUpdateTime={package.installed_at}",
        f"    signatures=PackageSignatures{{{package.token} version:2, signatures:[{package.signature}], "
        "past signatures:[]}",
        "    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false enabled=0",
    ]


def _resolver_table(package: PackageFacts) -> list[str]:
    if package.activity is None:
        return []
    return [
        "Activity Resolver Table:",
        "  Non-Data Actions:",
        "      android.intent.action.MAIN:",
        f"        {package.token} {package.activity} filter {package.token}",
        '          Action: "android.intent.action.MAIN"',
        '          Category: "android.intent.category.LAUNCHER"',
        "",
    ]
