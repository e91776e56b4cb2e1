"""`gui-rec push OUT USER/NAME`: upload an export to the Hugging Face hub."""

from __future__ import annotations

from pathlib import Path

import click

from gui_rec.cli._output import Output, output_options
from gui_rec.errors import ExitCode


@click.command("push")
@click.argument("export", type=click.Path(path_type=Path), metavar="OUT")
@click.argument("repo_id", metavar="USER/NAME")
@click.option("--public", is_flag=True, help="Make the dataset public; private otherwise.")
@click.option("--into-existing", is_flag=True, help="Allow a repository that is there already.")
@click.option("--dry-run", is_flag=True, help="Say what would be uploaded, and upload nothing.")
@output_options
def command(export: Path, repo_id: str, public: bool, into_existing: bool, dry_run: bool, out: Output) -> int:
    """Upload an export, with its card, as a private dataset.

    The token is the one of `hf auth login`, or HF_TOKEN; it is never printed or stored.
    """
    from gui_rec.datasets.push import PushSpec, push

    report = push(export, repo_id, PushSpec(public=public, into_existing=into_existing, dry_run=dry_run))
    document = {
        "repo_id": report.repo_id,
        "url": report.url,
        "files": list(report.files),
        "bytes": report.bytes,
        "private": report.private,
        "dry_run": dry_run,
    }
    verb = "would upload" if dry_run else "uploaded"
    out.result(
        document,
        f"{verb} {len(report.files)} file(s), {report.bytes} bytes, to {report.url or report.repo_id}",
    )
    return ExitCode.OK
