from __future__ import annotations

import json

from driven_phone import Driven, in_settings, signed_in


def test_the_state_is_json() -> None:
    state = signed_in().phone.state()
    assert json.loads(json.dumps(state)) == state


def test_it_tells_activity_tasks_and_variables() -> None:
    driven = signed_in()
    state = driven.phone.state()
    assert state["activity"] == "com.example.shop.HomeActivity"
    assert state["apps"] == {"com.example.shop": {"app.user": "ada"}}
    assert state["tasks"] == [
        {"package": "com.example.shop", "activities": ["com.example.shop.HomeActivity"]},
        {
            "package": "com.android.launcher3",
            "activities": ["com.android.launcher3.uioverrides.QuickstepLauncher"],
        },
    ]


def test_it_tells_where_a_list_stands() -> None:
    driven = in_settings()
    driven.phone.swipe(540, 1800, 540, 1000, 9_000)
    screen = driven.phone.state()["screen"]
    assert isinstance(screen, dict)
    assert screen["scroll"]["recycler_view"] > 700


def test_it_is_a_copy() -> None:
    driven = Driven()
    state = driven.phone.state()
    state["faults"] = ["x"]
    assert driven.phone.state()["faults"] == []
