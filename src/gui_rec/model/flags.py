"""The closed lists that qualify a step. A new value is a change of the store's schema."""

from __future__ import annotations

from enum import StrEnum


class Flag(StrEnum):
    """What a reader should know before trusting a step."""

    UNSETTLED = "unsettled"
    PRE_STATE_STALE = "pre_state_stale"
    TREE_SUSPECT = "tree_suspect"
    TREE_SANITISED = "tree_sanitised"
    DUMP_NOT_IDLE = "dump_not_idle"
    DUMP_NULL_ROOT = "dump_null_root"
    DUMP_CRASHED = "dump_crashed"
    DUMP_KILLED = "dump_killed"
    DUMP_EMPTY = "dump_empty"
    SECURE_SCREEN = "secure_screen"
    BLANK_SCREEN = "blank_screen"
    FOREIGN_WINDOW = "foreign_window"
    TEXT_UNVERIFIED = "text_unverified"
    TEXT_DIFFERS = "text_differs"
    GESTURE_TRUNCATED = "gesture_truncated"
    GESTURE_POSITION_UNKNOWN = "gesture_position_unknown"
    GESTURE_DROPPED_EVENTS = "gesture_dropped_events"
    ROTATION_CHANGED = "rotation_changed"
    SIZE_CHANGED = "size_changed"
    DEVICE_RECONNECTED = "device_reconnected"
    MASKED = "masked"
    IMAGE_RESIZED = "image_resized"
    IMPORTED_INCOMPLETE = "imported_incomplete"


class MissingReason(StrEnum):
    """Why a column of an observation is null."""

    DUMP_NOT_IDLE = "dump_not_idle"
    DUMP_NULL_ROOT = "dump_null_root"
    DUMP_CRASHED = "dump_crashed"
    DUMP_KILLED = "dump_killed"
    DUMP_EMPTY = "dump_empty"
    SCREENCAP_FAILED = "screencap_failed"
    SCREENCAP_TRUNCATED = "screencap_truncated"
    SECURE_SCREEN = "secure_screen"
    DEVICE_LOST = "device_lost"
    NOT_RECORDED = "not_recorded"
    NO_NODE_UNDER_POINT = "no_node_under_point"
    NO_TREE = "no_tree"
    MASKED = "masked"


class EndReason(StrEnum):
    """How an episode ended."""

    FINISHED = "finished"
    CLAIMED_SUCCESS = "claimed_success"
    CLAIMED_FAILURE = "claimed_failure"
    CLAIMED_INFEASIBLE = "claimed_infeasible"
    ANSWERED = "answered"
    TAKEOVER = "takeover"
    MAX_STEPS = "max_steps"
    INVALID_ACTION = "invalid_action"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    DEVICE_LOST = "device_lost"
    APP_CRASH = "app_crash"
    DISK_FULL = "disk_full"


class Source(StrEnum):
    """Where a step's action came from; an import is `import:<name>` and no member of this list."""

    TOUCH = "touch"
    PROXY = "proxy"
    API = "api"
    SCRIPT = "script"
    STUDIO = "studio"
    AGENT = "agent"
    REPLAY = "replay"
