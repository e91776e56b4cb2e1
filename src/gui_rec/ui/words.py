"""Words by which interfaces say that something went wrong, is still on its way, or wants an update.

Several languages: English, German, French, Spanish, Portuguese, Russian, Chinese, Japanese, Korean, Arabic.
"""

from __future__ import annotations

import re

_ERROR = re.compile(
    r"(?<![a-z])(?:errors?|failed|failure|invalid|incorrect|wrong|denied|unable to|could ?n[o'’]t|cannot|can['’]t|"
    r"not found|no (?:internet|network|connection)|timed? ?out|try again|required field|is required|"
    r"went wrong|must (?:be|not|contain)|fehler|ungültig|falsch|fehlgeschlagen|erreur|échoué|incorrecto|"
    r"inválid[oa]|fallo|falló|erro|falhou|ошибка|неверн\w*)(?![a-z])"
    r"|错误|出错|失败|无效|不正确|有误|无法|不可用|异常|被拒绝|不能为空|请重试|稍后再试|超时|不存在|錯誤|無法|請重試"
    r"|エラー|失敗|無効|오류|실패"
    r"|خطأ|أخطاء|فشل|تعذر|غير (?:صحيح|صالح|موجود)|لا يمكن|مرفوض|أعد المحاولة|حاول (?:مرة أخرى|مجددا)"
    r"|انتهت المهلة|لا يوجد اتصال|غير متصل|حقل مطلوب|الحقل مطلوب",
    re.IGNORECASE,
)
_LOADING = re.compile(
    r"(?:loading|please wait|connecting|buffering|wird geladen|bitte warten|chargement|cargando|carregando|"
    r"загрузка|加载中|正在加载|请稍候|请稍等|正在连接|載入中|読み込み中|로드 중|"
    r"جاري? (?:ال)?(?:تحميل|اتصال)|يرجى الانتظار|انتظر من فضلك)[\s.…]*",
    re.IGNORECASE,
)
_UPDATE = re.compile(
    r"update (?:is )?required|please update|must (?:be )?update|new version is required|update to (?:go on|continue)"
    r"|aktualisierung erforderlich|mise à jour (?:requise|obligatoire)|actualización (?:obligatoria|necesaria)"
    r"|请更新|强制更新|需要更新|请升级|需要升级|版本过低|請更新"
    r"|التحديث مطلوب|يلزم (?:ال)?تحديث|يجب (?:عليك )?(?:ال)?تحديث|يرجى (?:ال)?تحديث|حدث التطبيق",
    re.IGNORECASE,
)
_WEB_ERROR = re.compile(
    r"\bERR_[A-Z_]{4,}|\bnet::|can.t be reached|webpage not available"
    r"|无法访问此网站|网页无法打开|無法連上這個網站"
    r"|صفحة الويب غير متاحة|لا يمكن الوصول إلى (?:هذا الموقع|موقع الويب)",
    re.IGNORECASE,
)
_VOWEL_SIGNS = re.compile("[\u0640\u064b-\u0652\u0670]")
"""Arabic is written with or without them; a tatweel only widens a word."""
_LONGEST_MESSAGE = 300


def says_error(text: str) -> bool:
    """True where a short text names a failure; long texts are content, not messages."""
    return len(text) <= _LONGEST_MESSAGE and _ERROR.search(_plain(text)) is not None


def says_loading(text: str) -> bool:
    """True for a text that says nothing but that something is loading."""
    return len(text) <= _LONGEST_MESSAGE and _LOADING.fullmatch(_plain(text).strip()) is not None


def asks_update(text: str) -> bool:
    """True where a short text says that the app does not go on without an update."""
    return len(text) <= _LONGEST_MESSAGE and _UPDATE.search(_plain(text)) is not None


def says_web_error(text: str) -> bool:
    """True where a browser says that a page could not be loaded."""
    return len(text) <= _LONGEST_MESSAGE and _WEB_ERROR.search(_plain(text)) is not None


def _plain(text: str) -> str:
    return text if text.isascii() else _VOWEL_SIGNS.sub("", text)
