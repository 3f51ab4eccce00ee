"""The catalogue: every rule there is, in the order of the codes. The only list of them."""

from __future__ import annotations

from functools import lru_cache

from rtfm_check.rules import (
    chunks,
    contract,
    edges,
    fixtures,
    folder,
    indexing,
    match,
    own,
    reading,
    samples_chunks,
    samples_edges,
    samples_loops,
    samples_match,
    samples_paths,
    snapshots,
    templates,
)
from rtfm_check.rules._rule import Rule, Scope
from rtfm_check.suggest import nearest

__all__ = ["RULES", "Rule", "Scope", "find", "unknown_rule"]

RULES: tuple[Rule, ...] = (
    reading.unreadable_file,
    reading.yaml_syntax,
    reading.json_syntax,
    reading.not_utf8,
    reading.duplicate_key,
    reading.multiple_documents,
    reading.empty_mapping_file,
    reading.tab_indentation,
    reading.unquoted_template,
    match.yaml_implicit_type,
    reading.unquoted_colon,
    reading.yaml_tag,
    reading.byte_order_mark,
    reading.alias_cycle,
    reading.alias_expansion,
    reading.nested_too_deep,
    contract.schema_violation,
    contract.missing_key,
    contract.unknown_key,
    contract.match_without_rule,
    contract.wrong_type,
    contract.bad_enum_value,
    contract.bad_schema_url,
    contract.schema_version_unknown,
    contract.missing_schema_modeline,
    contract.empty_value,
    contract.not_a_mapping,
    templates.placeholder_not_recognised,
    samples_paths.root_path_inside_foreach,
    folder.duplicate_mapping_name,
    folder.mapping_shadowed,
    folder.mapping_not_loaded,
    match.null_discriminator,
    match.impossible_discriminator,
    chunks.constant_content,
    edges.custom_relation,
    reading.unused_anchor,
    chunks.duplicate_metadata_key,
    match.discriminator_key_not_string,
    match.number_equals_boolean,
    match.either_rule_matches,
    match.trailing_newline_compared,
    match.pattern_compared_literally,
    match.not_a_field_path,
    chunks.foreach_not_a_path,
    chunks.foreach_empty,
    templates.triple_braces,
    templates.empty_path_segment,
    templates.item_prefix,
    templates.path_too_long,
    chunks.metadata_not_json,
    chunks.nested_metadata_template,
    chunks.metadata_nan,
    chunks.metadata_named_like_field,
    chunks.blank_content,
    templates.surrogate_in_template,
    edges.edges_not_stored,
    samples_match.mapping_matches_no_fixture,
    samples_paths.path_never_resolves,
    samples_paths.path_rarely_resolves,
    samples_chunks.empty_content,
    samples_loops.foreach_not_a_list,
    samples_loops.foreach_empty_everywhere,
    samples_paths.renders_python_repr,
    samples_edges.edge_target_empty,
    samples_chunks.duplicate_chunks,
    samples_chunks.chunk_too_large,
    samples_match.fixture_mapped_by_another,
    fixtures.root_array_document,
    fixtures.fixture_invalid_json,
    snapshots.expected_output_changed,
    samples_match.schema_url_near_miss,
    samples_match.id_hidden_by_schema,
    samples_paths.scalar_items_need_value,
    samples_paths.renders_python_value,
    samples_chunks.label_only_chunk,
    samples_chunks.document_vanishes,
    samples_edges.edge_target_not_plain,
    samples_edges.edge_target_not_a_file,
    fixtures.jsonl_not_mapped,
    fixtures.surrogate_in_content,
    samples_chunks.output_too_large,
    fixtures.fixture_byte_order_mark,
    samples_chunks.some_content_empty,
    fixtures.fixture_duplicate_key,
    samples_match.fixture_without_mapping,
    samples_match.match_rules_disagree,
    fixtures.fixture_unreadable,
    fixtures.nonstandard_constant,
    samples_match.mapping_without_fixture,
    indexing.indexes_to_nothing,
    indexing.parser_failed,
    indexing.parser_timeout,
    indexing.optional_dependency_missing,
    indexing.no_parser_for_file,
    indexing.fallback_parser_used,
    indexing.scanned_pdf_no_text,
    indexing.encoding_replaced,
    indexing.empty_document,
    indexing.document_byte_order_mark,
    indexing.document_syntax,
    indexing.rtfm_loses_document,
    indexing.extension_lies,
    indexing.damaged_document,
    indexing.protected_document,
    indexing.limit_reached,
    indexing.local_parser_ignored,
    indexing.not_followed,
    indexing.file_name_not_utf8,
    indexing.ignore_file_misread,
    indexing.text_replaced,
    indexing.hidden_content,
    indexing.value_not_stored,
    indexing.rtfm_overwrites_document,
    own.internal_error,
    own.unused_suppression,
    own.suppression_without_reason,
    own.stale_baseline_entry,
)


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Rule]:
    names: dict[str, Rule] = {}
    for each in RULES:
        names |= {each.code: each, each.name: each, f"{each.code}:{each.name}": each}
    return names


def find(name: str) -> Rule | None:
    """The rule of a name, a code (RTM103), or both (RTM103:unknown-key)."""
    code, colon, rest = name.partition(":")
    return _by_name().get(code.upper() + colon + rest) or _by_name().get(name)


def unknown_rule(word: str) -> str:
    """What to say about a rule that does not exist."""
    near = nearest(word, [name for rule in RULES for name in (rule.name, rule.code)])
    hint = f"; did you mean {near}?" if near else ""
    return f"there is no rule {word!r}{hint} (`rtfm-check rules` lists them)"
