from __future__ import annotations

import pytest

from gui_rec.replayer.causes import CAUSE_MEANINGS, Cause, cause_of
from gui_rec.replayer.rules.model import RecoveryKind


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("Wrong password", Cause.CREDENTIAL),
        ("Invalid user name or password", Cause.CREDENTIAL),
        ("密码错误", Cause.CREDENTIAL),
        ("كلمة المرور غير صحيحة", Cause.CREDENTIAL),
        ("Enter an e-mail address", Cause.VALIDATION),
        ("Invalid date", Cause.VALIDATION),
        ("手机号格式不正确", Cause.VALIDATION),
        ("هذا الحقل مطلوب", Cause.VALIDATION),
        ("No internet connection", Cause.NETWORK),
        ("net::ERR_NAME_NOT_RESOLVED", Cause.NETWORK),
        ("网络异常，请重试", Cause.NETWORK),
        ("لا يوجد اتصال بالإنترنت", Cause.NETWORK),
        ("Permission denied", Cause.PERMISSION),
        ("没有权限", Cause.PERMISSION),
        ("غير مسموح", Cause.PERMISSION),
        ("Too many attempts, try again later", Cause.QUOTA),
        ("操作过于频繁", Cause.QUOTA),
        ("محاولات كثيرة جدا", Cause.QUOTA),
        ("Item not found", Cause.NOT_FOUND),
        ("商品不存在", Cause.NOT_FOUND),
        ("المنتج غير موجود", Cause.NOT_FOUND),
        ("Internal server error", Cause.SERVER),
        ("服务器繁忙", Cause.SERVER),
        ("حدث خطأ في الخادم", Cause.SERVER),
        ("Oops", Cause.UNKNOWN),
        ("", Cause.UNKNOWN),
    ],
)
def test_a_message_names_its_cause(text: str, cause: Cause) -> None:
    assert cause_of(text) is cause


def test_every_cause_has_a_meaning_and_all_but_the_unknown_one_a_recovery() -> None:
    assert set(CAUSE_MEANINGS) == set(Cause)
    assert all(cause.meaning for cause in Cause)
    assert [cause for cause in Cause if cause.recovery is None] == [Cause.UNKNOWN]
    assert Cause.CREDENTIAL.recovery is RecoveryKind.CLEAR_FIELD


def test_only_the_head_of_a_text_is_read() -> None:
    assert cause_of("x" * 2000 + " password") is Cause.UNKNOWN
