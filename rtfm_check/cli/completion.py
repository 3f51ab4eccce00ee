"""`rtfm-check completion bash|zsh|fish`: a script made from the commands' own options."""

from __future__ import annotations

import argparse
from importlib import import_module

from rtfm_check.cli import COMMANDS
from rtfm_check.cli._options import Parser
from rtfm_check.exits import Exit
from rtfm_check.rules import all_rules

_BASH = """\
# bash completion of rtfm-check: rtfm-check completion bash > /etc/bash_completion.d/rtfm-check
_rtfm_check() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} command=check index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case ${{COMP_WORDS[index]}} in {commands_case}) command=${{COMP_WORDS[index]}}; break ;; esac
  done
  local words
  case $command in
{cases}
  esac
  case ${{COMP_WORDS[COMP_CWORD-1]}} in
    --select|--ignore|explain) words="{rules}" ;;
  esac
  if ((COMP_CWORD == 1)); then words+=" {commands}"; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [[ $word != -* ]]; then COMPREPLY+=($(compgen -f -- "$word")); fi
}}
complete -o filenames -F _rtfm_check rtfm-check
"""
_ZSH = """\
#compdef rtfm-check
# zsh completion of rtfm-check: rtfm-check completion zsh > ~/.zfunc/_rtfm-check
autoload -U +X bashcompinit && bashcompinit
{bash}"""


def run(arguments: list[str]) -> int:
    """Print the script."""
    shell = parser().parse_args(arguments).shell
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](), end="")
    return Exit.CLEAN


def parser() -> Parser:
    """The options of `completion`."""
    made = Parser("completion", "Print the completion script of a shell.")
    shells = ("bash", "zsh", "fish")
    made.add_argument("shell", choices=shells, metavar="bash|zsh|fish")
    return made


def _options(command: str) -> list[argparse.Action]:
    made: argparse.ArgumentParser = import_module(f"rtfm_check.cli.{command}").parser()
    return [action for action in made._actions if action.option_strings]


def _flags(command: str) -> str:
    return " ".join(flag for action in _options(command) for flag in action.option_strings)


def _bash() -> str:
    return _BASH.format(
        commands=" ".join(COMMANDS),
        commands_case="|".join(COMMANDS),
        cases="\n".join(f'    {name}) words="{_flags(name)}" ;;' for name in COMMANDS),
        rules=" ".join(rule.name for rule in all_rules()),
    )


def _zsh() -> str:
    return _ZSH.format(bash=_bash())


def _fish() -> str:
    lines = [
        "# fish completion: rtfm-check completion fish > ~/.config/fish/completions/rtfm-check.fish"
    ]
    for name, what in COMMANDS.items():
        lines.append(
            f"complete -c rtfm-check -n __fish_use_subcommand -a {name} -d {_quoted(what)}"
        )
        for action in _options(name):
            words = " ".join(
                f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}"
                for flag in action.option_strings
            )
            takes = " -r" if action.nargs != 0 else ""
            lines.append(
                f"complete -c rtfm-check -n '__fish_seen_subcommand_from {name}' "
                f"{words}{takes} -d {_quoted(str(action.help or ''))}"
            )
    names = " ".join(rule.name for rule in all_rules())
    lines.append(f"complete -c rtfm-check -n '__fish_seen_subcommand_from explain' -a '{names}'")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
