# SPDX-License-Identifier: Apache-2.0
"""Prompts that transformers renders from chat templates, for chat_template_test.

python make_chat_golden.py       (pip install jinja2==3.1.6 transformers==5.24.0)

Writes chat-cases.json: templates (long ones without their tool parts' wording) and what each gives, null where the template
refuses or drops the system text. Regenerate only on purpose and review the difference.
"""
import json
from pathlib import Path

from transformers.utils.chat_template_utils import render_jinja_template

ALTERNATE = ("{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Conversation roles must "
             "alternate user/assistant/user/assistant/...') }}{% endif %}")
GEMMA = ("{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}{% for message "
         "in messages %}" + ALTERNATE + "{% if (message['role'] == 'assistant') %}{% set role = 'model' %}{% else %}{% set role = "
         "message['role'] %}{% endif %}{{ '<start_of_turn>' + role + '\\n' + message['content'] | trim + '<end_of_turn>\\n' }}"
         "{% endfor %}{% if add_generation_prompt %}{{'<start_of_turn>model\\n'}}{% endif %}")
CHATML = ("{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n'}}"
          "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}")
QWEN2_SYSTEM = ("{% if loop.first and messages[0]['role'] != 'system' %}{{ '<|im_start|>system\\nYou are a helpful assistant."
                "<|im_end|>\\n' }}{% endif %}")
LLAMA3_TURN = ("'<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n'+ message['content'] | trim + '<|eot_id|>'")
LLAMA3 = ("{% set loop_messages = messages %}{% for message in loop_messages %}{% set content = " + LLAMA3_TURN + " %}{% if "
          "loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ content }}{% endfor %}"
          "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{% endif %}")
LLAMA31 = """{{- bos_token }}
{%- if not date_string is defined %}
    {%- set date_string = "26 Jul 2024" %}
{%- endif %}
{%- if not tools is defined %}
    {%- set tools = none %}
{%- endif %}

{#- The system message goes into the right place. #}
{%- if messages[0]['role'] == 'system' %}
    {%- set system_message = messages[0]['content']|trim %}
    {%- set messages = messages[1:] %}
{%- else %}
    {%- set system_message = "" %}
{%- endif %}
{{- "<|start_header_id|>system<|end_header_id|>\\n\\n" }}
{%- if tools is not none %}
    {{- "Environment: ipython, with tools whose description is long and stands in this place\\n" }}
{%- endif %}
{{- "Cutting Knowledge Date: December 2023\\n" }}
{{- "Today Date: " + date_string + "\\n\\n" }}
{{- system_message }}
{{- "<|eot_id|>" }}
{%- for message in messages %}
    {{- TURN }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}
{%- endif %}
""".replace("TURN", LLAMA3_TURN)
QWEN25 = """{%- if tools %}
    {{- '<|im_start|>system\\n' }}
    {{- "# Tools and a long text about them that no run without tools ever comes to see\\n" }}
{%- else %}
    {%- if messages[0]['role'] == 'system' %}
        {{- '<|im_start|>system\\n' + messages[0]['content'] + '<|im_end|>\\n' }}
    {%- else %}
        {{- '<|im_start|>system\\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant.<|im_end|>\\n' }}
    {%- endif %}
{%- endif %}
{%- for message in messages %}
    {%- if (message.role == "user") or (message.role == "system" and not loop.first) or message.role == "assistant" %}
        {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>' + '\\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
{%- endif %}
"""
LLAMA2 = ("{% if messages[0]['role'] == 'system' %}{% set loop_messages = messages[1:] %}{% set system_message = "
          "messages[0]['content'] %}{% else %}{% set loop_messages = messages %}{% set system_message = false %}{% endif %}{% for "
          "message in loop_messages %}" + ALTERNATE + "{% if loop.index0 == 0 and system_message != false %}{% set content = "
          "'<<SYS>>\\n' + system_message + '\\n<</SYS>>\\n\\n' + message['content'] %}{% else %}{% set content = "
          "message['content'] %}{% endif %}{% if message['role'] == 'user' %}{{ bos_token + '[INST] ' + content.strip() + "
          "' [/INST]' }}{% elif message['role'] == 'assistant' %}{{ ' '  + content.strip() + ' ' + eos_token }}{% endif %}"
          "{% endfor %}")
MISTRAL = ("{{ bos_token }}{% for message in messages %}" + ALTERNATE + "{% if message['role'] == 'user' %}{{ '[INST] ' + "
           "message['content'] + ' [/INST]' }}{% elif message['role'] == 'assistant' %}{{ message['content'] + eos_token}}{% else %}"
           "{{ raise_exception('Only user and assistant roles are supported!') }}{% endif %}{% endfor %}")
MISTRAL_SYSTEM = """{%- if messages[0]["role"] == "system" %}
    {%- set system_message = messages[0]["content"] %}
    {%- set loop_messages = messages[1:] %}
{%- else %}
    {%- set loop_messages = messages %}
{%- endif %}
{{- bos_token }}
{%- for message in loop_messages %}
    {%- if message["role"] == "user" %}
        {%- if loop.last and system_message is defined %}
            {{- "[INST] " + system_message + "\\n\\n" + message["content"] + "[/INST]" }}
        {%- else %}
            {{- "[INST] " + message["content"] + "[/INST]" }}
        {%- endif %}
    {%- endif %}
{%- endfor %}
"""
ZEPHYR = """{% for message in messages %}
{% if message['role'] == 'user' %}
{{ '<|user|>
' + message['content'] + eos_token }}
{% elif message['role'] == 'system' %}
{{ '<|system|>
' + message['content'] + eos_token }}
{% elif message['role'] == 'assistant' %}
{{ '<|assistant|>
'  + message['content'] + eos_token }}
{% endif %}
{% if loop.last and add_generation_prompt %}
{{ '<|assistant|>' }}
{% endif %}
{% endfor %}"""
PHI3 = ("{{ bos_token }}{% for message in messages %}{% if (message['role'] == 'user') %}{{'<|user|>' + '\\n' + message['content'] + "
        "'<|end|>' + '\\n' + '<|assistant|>' + '\\n'}}{% elif (message['role'] == 'assistant') %}{{message['content'] + '<|end|>' + "
        "'\\n'}}{% endif %}{% endfor %}")
PHI35 = ("{% for message in messages %}{% if message['role'] == 'system' and message['content'] %}{{'<|system|>\\n' + "
         "message['content'] + '<|end|>\\n'}}{% elif message['role'] == 'user' %}{{'<|user|>\\n' + message['content'] + '<|end|>\\n'}}"
         "{% elif message['role'] == 'assistant' %}{{'<|assistant|>\\n' + message['content'] + '<|end|>\\n'}}{% endif %}{% endfor %}"
         "{% if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% else %}{{ eos_token }}{% endif %}")
KNOWN = {"llama2": LLAMA2, "llama3": LLAMA3, "llama3.1": LLAMA31, "chatml": CHATML, "qwen2.5": QWEN25, "gemma": GEMMA,
         "gemma2": "{{ bos_token }}" + GEMMA, "qwen2": CHATML.replace("%}{{'<|im", "%}" + QWEN2_SYSTEM + "{{'<|im", 1),
         "mistral": MISTRAL, "mistral-v3": MISTRAL_SYSTEM, "zephyr": ZEPHYR, "phi3": PHI3, "phi3.5": PHI35,
         "mistral-v1": MISTRAL_SYSTEM.replace('"[INST] "', '" [INST] "').replace('"[/INST]"', '" [/INST]"')}
KNOWN |= {name + " with real line breaks": KNOWN[name].replace("\\n", "\n") for name in ("chatml", "gemma", "llama3", "phi3")}
OTHER = {
    "alpaca": "{% for message in messages %}### Instruction:\n{{ message['content'] }}\n\n{% endfor %}### Response:\n",
    "with a prompt of its own": CHATML.replace("{% for", "{{ '<|im_start|>assistant\\nI shall always answer in rhymes and never "
                                               "in prose, whatever is asked.<|im_end|>\\n' }}{% for", 1),
    "other separator": CHATML.replace("'\\n' + message['content']", "'<|im_sep|>' + message['content']"),
    "beginning before every message": CHATML.replace("{{'<|im_start|>' + m", "{{bos_token + '<|im_start|>' + m"),
    "capital role": CHATML.replace("message['role'] +", "message['role'] | upper +"),
    "text between the tags": "Conversation:\n" + CHATML,
    "other brackets": MISTRAL.replace("[/INST]", "[\\\\INST]"),
}
# Templates that are programs: macros, namespaces, loop controls, filters, slices, the generation tag, JSON.
PROGRAMS = {
    "thinking": "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content | trim + '<|im_end|>\\n' }}"
                "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n<think>\\n' if enable_thinking is not defined "
                "or enable_thinking else '<|im_start|>assistant\\n' }}{% endif %}",
    "macro and namespace": """{%- macro turn(role, text) -%}
    [{{ role | upper }}]{{ text.split('\\n')[-1].strip() }}[/{{ role | upper }}]
{%- endmacro %}
{%- set state = namespace(count=0, system=none) %}
{%- for message in messages %}
    {%- if message.role == 'system' %}
        {%- set state.system = message.content %}
        {%- continue %}
    {%- endif %}
    {%- set state.count = state.count + 1 %}
    {{- turn(message.role, message.content) }}
{%- endfor %}
{%- if state.system is not none %}{{ '<sys>' ~ state.system ~ '</sys>' }}{% endif %}
{{- '#%02d' | format(state.count) }}{% generation %}
{{ bos_token }}
{%- endgeneration %}
""",
    "default system": "{% if messages[0].role == 'system' %}{% set system = messages[0].content %}{% set messages = messages[1:] %}"
                      "{% else %}{% set system = 'Be kind.' %}{% endif %}{{ bos_token ~ '[S]' ~ system ~ '[/S]' }}"
                      "{% for message in messages %}{{ '[I]' ~ message['content'] ~ '[/I]' }}{% endfor %}",
    "as JSON": "{{ bos_token }}{{ {'é': messages, 'tools': tools, 'documents': documents} | tojson }}{{ messages | tojson(indent=2) }}",
    "only what is text": "{% for message in messages %}{% if message.content is string %}{{ message.role }}: {{ message.content }}\n"
                         "{% else %}{% for part in message.content %}{{ part.text }}{% endfor %}{% endif %}{% endfor %}",
}
# Their contents are lists of parts.
PARTS = {
    "parts": "{% for message in messages %}{{ message.role }}: {% for part in message.content %}{% if part.type == 'text' %}"
             "{{ part.text }}{% else %}<image>{% endif %}{% endfor %}\n{% endfor %}assistant:",
}
LONG = " ".join(f"Rule {i}: answer in short sentences, say what you are sure of, and ask where something is unclear." for i in range(15))
MESSAGES = [("Hi there", None), ("Hi there", "Be brief."), ("  Hi\n\u3000", None), (" x ", "  y\n"), ("", None), ("a{{b}}'\"\\n", None),
            ("<think>é</think>", LONG)]


def rendered(template, user, system, parts):
    def content(text):
        return [{"type": "text", "text": text}] if parts else text

    messages = [{"role": "system", "content": content(system)}] * (system is not None)
    messages += [{"role": "user", "content": content(user)}]
    try:
        return render_jinja_template([messages], chat_template=template, add_generation_prompt=True, bos_token="<s>", eos_token="</s>")[0][0]
    except Exception:
        return None


def main():
    cases = []
    for name, template in (KNOWN | OTHER | PROGRAMS | PARTS).items():
        prompts = []
        for user, system in MESSAGES:
            prompt = rendered(template, user, system, name in PARTS)
            # A template that drops the system text without a word has no place for one.
            dropped = system is not None and prompt == rendered(template, user, None, name in PARTS)
            prompts.append(None if dropped else prompt)
        cases.append({"name": name, "template": template, "prompts": prompts})
    golden = {"made_by": "make_chat_golden.py with jinja2 3.1.6 and transformers 5.24.0",
              "messages": [{"user": u, "system": s} for u, s in MESSAGES], "cases": cases}
    Path(__file__).with_name("chat-cases.json").write_text(json.dumps(golden, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
