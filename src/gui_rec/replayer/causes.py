"""What the text of an error means, in English, Chinese and Arabic, and which recovery fits.

A word list, not an understanding: where no word is known the cause is UNKNOWN. Nothing is ever done because of
a cause; a recovery is done where a rule file allows it.
"""

from __future__ import annotations

import re
from enum import StrEnum

from gui_rec.replayer.rules.model import RecoveryKind

_LONGEST = 2000


class Cause(StrEnum):
    """Why something went wrong, as far as the message tells."""

    CREDENTIAL = "CREDENTIAL"
    VALIDATION = "VALIDATION"
    NETWORK = "NETWORK"
    PERMISSION = "PERMISSION"
    QUOTA = "QUOTA"
    NOT_FOUND = "NOT_FOUND"
    SERVER = "SERVER"
    UNKNOWN = "UNKNOWN"

    @property
    def meaning(self) -> str:
        """One line for a person."""
        return CAUSE_MEANINGS[self]

    @property
    def recovery(self) -> RecoveryKind | None:
        """What fits, were it allowed; never the same action again."""
        return _FITS[self]


CAUSE_MEANINGS: dict[Cause, str] = {
    Cause.CREDENTIAL: "a user name, password or code was refused",
    Cause.VALIDATION: "what was entered is missing or not in the right form",
    Cause.NETWORK: "the network or the other end could not be reached",
    Cause.PERMISSION: "something is not allowed",
    Cause.QUOTA: "a limit is reached: too often, too much, no room",
    Cause.NOT_FOUND: "what was asked for is not there",
    Cause.SERVER: "the other end failed",
    Cause.UNKNOWN: "the message does not say",
}
_FITS: dict[Cause, RecoveryKind | None] = {
    Cause.CREDENTIAL: RecoveryKind.CLEAR_FIELD,
    Cause.VALIDATION: RecoveryKind.CLEAR_FIELD,
    Cause.NETWORK: RecoveryKind.WAIT,
    Cause.PERMISSION: RecoveryKind.DISMISS,
    Cause.QUOTA: RecoveryKind.WAIT,
    Cause.NOT_FOUND: RecoveryKind.DISMISS,
    Cause.SERVER: RecoveryKind.WAIT,
    Cause.UNKNOWN: None,
}
# In the order in which they are tried: the more telling words first ("incorrect password" is no bad form).
_WORDS: tuple[tuple[Cause, str], ...] = (
    (
        Cause.CREDENTIAL,
        r"password|passcode|\bpin\b|credential|user ?name|log ?in failed|sign.?in failed|unauthori[sz]ed|\b401\b"
        r"|verification code|账号|帐号|密码|用户名|登录失败|验证码|凭据|كلمة المرور|كلمة السر|اسم المستخدم|رمز التحقق"
        r"|تسجيل الدخول|بيانات الاعتماد",
    ),
    (
        Cause.QUOTA,
        r"quota|too many|too often|rate limit|limit (?:is )?(?:reached|exceeded)|try again (?:later|in \d+)|\b429\b"
        r"|storage (?:is )?full|not enough (?:space|storage)|次数过多|过于频繁|超出限制|达到上限|空间不足|存储已满|配额"
        r"|تجاوزت الحد|محاولات كثيرة|مساحة غير كافية|الحصة|ممتلئ",
    ),
    (
        Cause.PERMISSION,
        r"permission|not allowed|denied|forbidden|\b403\b|not authori[sz]ed|权限|未授权|拒绝访问|禁止|不允许"
        r"|إذن|غير مسموح|مرفوض|صلاحية|ممنوع",
    ),
    (
        Cause.NETWORK,
        r"network|internet|offline|connection|connect|timed? ?out|unreachable|net::|ERR_|\bdns\b|can.t be reached"
        r"|网络|联网|连接|超时|离线|断网|شبكة|الشبكة|الإنترنت|اتصال|الاتصال|انتهت المهلة|غير متصل",
    ),
    (
        Cause.SERVER,
        r"server|internal error|service unavailable|something went wrong|\b50[0-4]\b|maintenance|服务器|系统错误|系统繁忙"
        r"|服务不可用|维护|出错了|الخادم|خطأ داخلي|الخدمة غير متاحة|حدث خطأ|صيانة",
    ),
    (
        Cause.NOT_FOUND,
        r"not found|no (?:results?|matches|such)|does(?: not|n.t) exist|\b404\b|no longer available|找不到|未找到|不存在"
        r"|无结果|没有找到|已下架|غير موجود|لم يتم العثور|لا توجد نتائج|لا يوجد",
    ),
    (
        Cause.VALIDATION,
        r"invalid|required|must (?:be|not|contain)|cannot be empty|can.t be blank|enter (?:a|an|your|the)|format"
        r"|incorrect|too (?:short|long)|不能为空|格式|无效|必填|请输入|不正确|太短|太长|有误|غير صالح|مطلوب|صيغة|أدخل"
        r"|يجب|فارغ|قصير|غير صحيح",
    ),
)
_PATTERNS = tuple((cause, re.compile(words, re.IGNORECASE)) for cause, words in _WORDS)


def cause_of(text: str) -> Cause:
    """What an error's text says of its cause; UNKNOWN where it says nothing known."""
    head = text[:_LONGEST]
    return next((cause for cause, pattern in _PATTERNS if pattern.search(head)), Cause.UNKNOWN)
