"""What looks like a secret, and what only looks like what looks like one."""

from __future__ import annotations

import pytest

from rtfm_check.text import secrets
from tests.artifacts import Artifact
from tests.conftest import Project

A36 = "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("-----BEGIN RSA PRIVATE KEY-----\nMII", "a private key"),
        ("-----BEGIN PRIVATE KEY-----", "a private key"),
        ("key=AKIA" + "ABCDEFGH23456789", "an AWS access key"),
        ("ghp_" + A36, "a GitHub token"),
        ("glpat-" + "abcDEF123456_-789012", "a GitLab token"),
        ("xoxb-" + "123456789012-abcdefghijkl", "a Slack token"),
        ("AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"[:35], "a Google API key"),
        ("sk_live_" + "abcdef0123456789ABCDEF01", "a Stripe key"),
        ("npm_" + A36, "an npm token"),
    ],
)
def test_a_secret_is_found(text: str, kind: str) -> None:
    ((name, start, end),) = secrets.find(f"the key {text} is here")
    assert name == kind
    assert f"the key {text} is here"[start:end] in text


@pytest.mark.parametrize(
    "text",
    [
        "AKIA" + "IOSFODNN7EXAMPLE",
        "ghp_" + "x" * 36,
        "ghp_short",
        "ghp_" + A36 + "more",
        "-----BEGIN PUBLIC KEY-----",
        "-----BEGIN CERTIFICATE-----",
        "a hash: 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
        "xoxo, with love",
        "npm_config_registry",
    ],
)
def test_what_is_none_is_not_found(text: str) -> None:
    assert secrets.find(text) == []


def test_the_index_tells_of_it_at_its_place_and_does_not_show_it(project: Project) -> None:
    token = "ghp_" + A36
    project.write("a.md", f"# Page\n\nUse {token} to log in.\n")
    result = project.run("index", ".", "--format", "json")
    (finding,) = result.findings
    assert (finding["rule"], finding["line"], finding["column"]) == (
        "secret-like-text-in-index",
        3,
        5,
    )
    assert token not in finding["message"]
    assert token in Artifact(project.root / "rtfm-index").chunks[0]["content"]
