"""Words by which interfaces say that something went wrong or is still on its way, in several languages."""

from __future__ import annotations

import re

_ERROR = re.compile(
    r"(?<![a-z])(?:errors?|failed|failure|invalid|incorrect|wrong|denied|unable to|could ?n[o'’]t|cannot|can['’]t|"
    r"not found|no (?:internet|network|connection)|timed? ?out|try again|required field|is required|"
    r"went wrong|must (?:be|not|contain)|fehler|ungültig|falsch|fehlgeschlagen|erreur|échoué|incorrecto|"
    r"inválid[oa]|fallo|falló|erro|falhou|ошибка|неверн\w*)(?![a-z])"
    r"|错误|失败|无效|不正确|有误|无法|不能为空|请重试|网络异常|超时|不存在|エラー|失敗|無効|오류|실패",
    re.IGNORECASE,
)
_LOADING = re.compile(
    r"(?:loading|please wait|connecting|buffering|wird geladen|bitte warten|chargement|cargando|carregando|"
    r"загрузка|加载中|正在加载|请稍候|请稍等|読み込み中|로드 중)[\s.…]*",
    re.IGNORECASE,
)
_LONGEST_MESSAGE = 300


def says_error(text: str) -> bool:
    """True where a short text names a failure; long texts are content, not messages."""
    return len(text) <= _LONGEST_MESSAGE and _ERROR.search(text) is not None


def says_loading(text: str) -> bool:
    """True for a text that says nothing but that something is loading."""
    return len(text) <= _LONGEST_MESSAGE and _LOADING.fullmatch(text.strip()) is not None
