"""A Llava of a few thousand weights and its processor, made on the spot: no hub, no download.

Its tokeniser has a token for each byte, so what it decodes is what was written; a picture is four image tokens.
"""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import (
    CLIPVisionConfig,
    LlamaConfig,
    LlavaConfig,
    LlavaForConditionalGeneration,
    LlavaProcessor,
    PreTrainedTokenizerFast,
)

IMAGE_TOKENS = 4
SIDE, PATCH = 28, 14
TEMPLATE = (
    "{% for message in messages %}{{ '<s>' + message['role'] + '\\n' }}"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for part in message['content'] %}{% if part['type'] == 'image' %}<image>{% else %}{{ part['text'] }}"
    "{% endif %}{% endfor %}{% endif %}{{ '</s>' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<s>assistant\\n' }}{% endif %}"
)

_TURN = "{{ '<s>' + message['role'] + '\\n' }}"
_ANSWER = "{% for part in message['content'] %}{{ part['text'] }}{% endfor %}{{ '</s>' }}"
MARKED_TEMPLATE = TEMPLATE.replace(
    "{% for message in messages %}",
    "{% for message in messages %}{% if message['role'] == 'assistant' %}"
    + _TURN + "{% generation %}" + _ANSWER + "{% endgeneration %}{% else %}",
    1,
).replace("{{ '</s>' }}{% endfor %}{% if add", "{{ '</s>' }}{% endif %}{% endfor %}{% if add", 1)  # fmt: skip
"""The same, with what the assistant says marked as what is trained."""


def tokenizer() -> PreTrainedTokenizerFast:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE(vocab={letter: at for at, letter in enumerate(alphabet)}, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(
        tokenizer_object=made, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<pad>"
    )
    fast.add_special_tokens({"additional_special_tokens": ["<image>"]})
    fast.chat_template = TEMPLATE
    return fast


def image_processor() -> Any:
    kind = getattr(transformers, "CLIPImageProcessorPil", None) or transformers.CLIPImageProcessor
    return kind(size={"shortest_edge": SIDE}, crop_size={"height": SIDE, "width": SIDE})


def save(folder: pathlib.Path) -> None:
    words = tokenizer()
    processor = LlavaProcessor(
        image_processor=image_processor(),
        tokenizer=words,
        patch_size=PATCH,
        vision_feature_select_strategy="default",
        image_token="<image>",
        num_additional_image_tokens=1,
        chat_template=TEMPLATE,
    )
    vision = CLIPVisionConfig(
        hidden_size=16, intermediate_size=16, num_hidden_layers=2, num_attention_heads=2, image_size=SIDE,
        patch_size=PATCH,
    )  # fmt: skip
    text = LlamaConfig(
        vocab_size=len(words), hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2,
        num_key_value_heads=2, max_position_embeddings=16384, bos_token_id=words.bos_token_id,
        eos_token_id=words.eos_token_id, pad_token_id=words.pad_token_id,
    )  # fmt: skip
    image_token = words.convert_tokens_to_ids("<image>")
    config = LlavaConfig(
        vision_config=vision, text_config=text, image_token_index=image_token, vision_feature_layer=-1
    )
    torch.manual_seed(0)
    LlavaForConditionalGeneration(config).save_pretrained(folder)
    processor.save_pretrained(folder)


def say(**facts: object) -> None:
    """The last line of a script: what it saw."""
    sys.stdout.write(json.dumps(facts) + "\n")


if __name__ == "__main__":
    save(pathlib.Path(sys.argv[1]))
