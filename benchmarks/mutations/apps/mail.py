"""Mail: an inbox with tabs, times and a badge, a form, a conversation, a page of preferences."""

from __future__ import annotations

from gui_rec.phone.apps.widgets import (
    ACCENT,
    DANGER,
    GROUND,
    SOFT_INK,
    WHITE,
    button,
    column,
    field,
    icon_button,
    page,
    recycler,
    scroll,
    text,
    top_bar,
)
from gui_rec.phone.world.views import (
    FILL,
    App,
    Assign,
    Env,
    Field,
    Flow,
    GoBack,
    Look,
    Open,
    Screen,
    View,
)
from mutations.apps.parts import chip, custom_toggle, drawn_text, labelled, radio_line, switch_line, tab_bar

_LETTERS = (
    ("Ines Moreau", "Minutes of Monday", "Attached as promised, with the open points", 3),
    ("Build bot", "Nightly run passed", "All 412 jobs were green", 17),
    ("Tomás Ruiz", "Lunch on Thursday?", "The place by the river has a table", 48),
    ("Library", "Your loan ends soon", "Two books are due this week", 95),
    ("Ken Adachi", "Photos from the hike", "The bridge came out well", 160),
    ("Rail news", "Works on line 4", "Replacement buses run at night", 240),
)
_SAID = (
    ("Ines", "Shall we meet at the station?"),
    ("Me", "Yes, at the north entrance"),
    ("Ines", "Fine. What time?"),
)


def _ago(minutes: int) -> str:
    return f"{minutes} min ago" if minutes < 60 else f"{minutes // 60} hours ago"


def _letter(env: Env, sender: str, subject: str, preview: str, minutes: int) -> View:
    waited = minutes + int(env.get("minutes", "0"))
    face = View(
        "ImageView", id="face", w=44, h=44, look=Look(kind="logo", icon="person", fill=ACCENT, color=WHITE)
    )
    words = column(
        text(sender, "sender", size=16, weight="Medium"),
        text(subject, "subject", size=15),
        text(preview, "preview", size=14, color=SOFT_INK),
        gap=2,
    )
    when = text(_ago(waited), "when", size=13, color=SOFT_INK, align="end", w=110)
    return View(
        "android.view.ViewGroup",
        id="letter",
        flow=Flow.ROW,
        h=92,
        gap=14,
        pad=(16, 0, 16, 0),
        on_tap=(Open(".ThreadActivity"),),
        children=(face, words, when),
    )


def _inbox(env: Env) -> View:
    unread = env.get("unread", "4")
    look = Look(fill=DANGER, radius=12, size=13, color=WHITE, align="center")
    badge = View("TextView", id="unread_badge", text=unread, w=32, h=24, look=look)
    bar = top_bar(
        "Inbox",
        back=False,
        actions=(badge, icon_button("search", "Search mail", (), view_id="search")),
        fill=GROUND,
    )
    state = text(
        f"Synchronised at {env.get('synced', '9:40')}, {env.get('speed', '31')} kB/s",
        "sync_state",
        size=13,
        color=SOFT_INK,
    )
    tabs = tab_bar(env, "tab", ("All", "Unread", "Starred"))
    write = button("Compose", "compose", (Open(".ComposeActivity"),))
    rows = (_letter(env, *letter) for letter in _LETTERS)
    return page(
        bar,
        column(state, pad=(20, 0, 20, 8)),
        tabs,
        recycler("letters", *rows),
        column(write, pad=(16, 8, 16, 8)),
        fill=GROUND,
    )


def _compose(env: Env) -> View:
    form = (
        labelled("To", "to_label"),
        field("to", Field("Name or address", action="next")),
        labelled("Subject", "subject_label"),
        field("subject_field", Field("Subject", action="next")),
        labelled("Text", "text_label"),
        field("letter_text", Field("Write something", action="done")),
        labelled("Priority", "priority_label"),
        radio_line(env, "priority", "normal", "Normal"),
        radio_line(env, "priority", "high", "High"),
        View(
            "CheckBox",
            id="receipt",
            text="Ask for a receipt",
            h=48,
            look=Look(kind="checkbox"),
            checkable=True,
            checked=env.get("receipt") == "1",
            on_tap=(Assign("receipt", "1"),),
        ),
    )
    send = button("Send", "send", (GoBack(),))
    return page(
        top_bar("New letter"),
        scroll("compose_scroll", *form, gap=8, pad=(20, 8, 20, 16)),
        column(send, pad=(20, 8, 20, 12)),
    )


def _bubble(who: str, said: str) -> View:
    mine = who == "Me"
    look = Look(fill=(211, 227, 253) if mine else (233, 238, 246), radius=16)
    words = (text(who, "who", size=13, color=SOFT_INK), text(said, "said", size=16))
    return View("LinearLayout", id="message", pad=(16, 10, 16, 10), gap=2, look=look, children=words)


def _thread(env: Env) -> View:
    more = tuple(("Me", said) for said in env.get("app.said").split("|") if said)
    bubbles = (_bubble(*said) for said in (*_SAID, *more))
    box = field("message_box", Field("Message", action="done"))
    send = icon_button("next", "Send message", (), view_id="send_message", color=ACCENT)
    foot = View("LinearLayout", flow=Flow.ROW, gap=8, pad=(16, 8, 8, 8), children=(box, send))
    seen = text(f"Ines was here {env.get('seen_minutes', '2')} min ago", "last_seen", size=13, color=SOFT_INK)
    return page(
        top_bar("Ines Moreau"), column(seen, pad=(20, 0, 20, 8)), recycler("messages", *bubbles), foot
    )


def _preferences(env: Env) -> View:
    lines = (
        switch_line(env, "push", "Push messages", "As soon as they come"),
        switch_line(env, "images", "Load pictures", "Also over mobile data"),
        custom_toggle(env, "swipe_mode", "Swipe to archive"),
        custom_toggle(env, "threads_mode", "Group by conversation"),
    )
    rest = (
        labelled("Theme of letters", "style_label"),
        View(
            "LinearLayout",
            flow=Flow.ROW,
            gap=8,
            children=tuple(chip(env, "style", name) for name in ("Plain", "Rich")),
        ),
        text("Signature: Sent with Mail", "signature", color=SOFT_INK),
    )
    used = text(f"{env.get('used', '412')} MB of 2 GB used", "storage_used", size=14, color=SOFT_INK)
    plan = drawn_text("drawn_plan", "Plan: 12.40 €")
    done = button("Done", "done", (GoBack(),))
    return page(
        top_bar("Preferences"),
        scroll("preferences", *lines, column(*rest, used, plan, gap=12, pad=(20, 16, 20, 16))),
        column(done, pad=(20, 8, 20, 12)),
    )


_TIPS = ("Swipe to archive", "Hold to choose", "Pin what matters", "Mute a thread", "Search by sender")
_OLD = tuple(
    (f"Sender {place}", f"Matter {place * 7 % 31}", f"Line {place * 13 % 97} of it", 300 + 60 * place)
    for place in range(18)
)


def _tip(env: Env) -> View:
    now = int(env.get("tip", "0"))
    words = column(text(_TIPS[now], "tip_title", size=20, weight="Bold", color=WHITE), pad=(24, 30, 24, 0))
    fill = ((32, 92, 74), (142, 68, 36), (50, 70, 150), (90, 60, 110), (20, 110, 130))[now]
    look = Look(kind="banner", fill=fill, radius=20, picture=f"{now}/{len(_TIPS)}")
    return View(
        "androidx.viewpager2.widget.ViewPager2",
        id="tips",
        h=110,
        flow=Flow.STACK,
        look=look,
        children=(words,),
    )


def _archive(env: Env) -> View:
    rows = (_letter(env, *letter) for letter in _OLD)
    plus = View(
        "ImageButton",
        id="write",
        desc="New letter",
        w=60,
        h=60,
        anchor="end-bottom",
        look=Look(fill=ACCENT, radius=18, icon="plus", color=WHITE, align="center", elevation=3),
        on_tap=(Open(".ComposeActivity"),),
    )
    corner = View("FrameLayout", h=FILL, pad=(0, 0, 20, 20), flow=Flow.STACK, children=(plus,))
    body = View("FrameLayout", h=FILL, flow=Flow.STACK, children=(recycler("old_letters", *rows), corner))
    return page(top_bar("Archive"), column(_tip(env), pad=(16, 0, 16, 8)), body, fill=GROUND)


def _folder(name: str, count: int) -> View:
    words = (
        text(name, "folder_name", size=17),
        text(f"{count} letters", "folder_count", size=14, color=SOFT_INK),
    )
    return View(
        "LinearLayout",
        id="folder",
        gap=2,
        pad=(20, 12, 20, 12),
        on_tap=(Open(".ArchiveActivity"),),
        children=words,
    )


def _folders(_env: Env) -> View:
    folders = (("Travel", 12), ("Bills", 40), ("Family", 7), ("Work", 133))
    return page(top_bar("Folders"), recycler("folders", *(_folder(*one) for one in folders)))


APP = App(
    label="Mail",
    package="org.example.mail",
    version_name="3.2",
    version_code=32,
    main=".InboxActivity",
    screens={
        ".InboxActivity": Screen(_inbox, bar=GROUND),
        ".ComposeActivity": Screen(_compose),
        ".ThreadActivity": Screen(_thread),
        ".PreferencesActivity": Screen(_preferences),
        ".ArchiveActivity": Screen(_archive, bar=GROUND),
        ".FoldersActivity": Screen(_folders),
    },
    icon="note",
    color=(11, 87, 208),
)
