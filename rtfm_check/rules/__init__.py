"""The catalogue: every rule there is, in the order of the codes. The only list of them.

A module of rules is imported when one of its rules is asked for: most runs tell of few.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from rtfm_check.rules._rule import Rule, Scope
from rtfm_check.text.suggest import nearest

__all__ = ["Rule", "Scope", "all_rules", "find", "rules_of", "starting_with", "unknown_rule"]

_TABLE = (  # the module and the function of each, which has the name of the rule
    "reading.unreadable_file",
    "reading.yaml_syntax",
    "reading.json_syntax",
    "reading.not_utf8",
    "reading.duplicate_key",
    "reading.multiple_documents",
    "reading.empty_mapping_file",
    "reading.tab_indentation",
    "reading.unquoted_template",
    "match.yaml_implicit_type",
    "reading.unquoted_colon",
    "reading.yaml_tag",
    "reading.byte_order_mark",
    "reading.alias_cycle",
    "reading.alias_expansion",
    "reading.nested_too_deep",
    "contract.schema_violation",
    "contract.missing_key",
    "contract.unknown_key",
    "contract.match_without_rule",
    "contract_values.wrong_type",
    "contract_values.bad_enum_value",
    "contract_values.bad_schema_url",
    "schema_names.schema_version_unknown",
    "schema_names.missing_schema_modeline",
    "contract.empty_value",
    "contract.not_a_mapping",
    "templates.placeholder_not_recognised",
    "samples_paths.root_path_inside_foreach",
    "folder.duplicate_mapping_name",
    "folder.mapping_shadowed",
    "folder.mapping_not_loaded",
    "match.null_discriminator",
    "match.impossible_discriminator",
    "chunks.constant_content",
    "edges.custom_relation_not_materialised",
    "reading.unused_anchor",
    "chunks.duplicate_metadata_key",
    "match.discriminator_key_not_string",
    "match.number_equals_boolean",
    "match.either_rule_matches",
    "match.trailing_newline_compared",
    "match.pattern_compared_literally",
    "match.not_a_field_path",
    "chunks.foreach_not_a_path",
    "chunks.foreach_empty",
    "templates.triple_braces",
    "templates.empty_path_segment",
    "templates.item_prefix",
    "templates.path_too_long",
    "chunks.metadata_not_json",
    "chunks.nested_metadata_template",
    "chunks.metadata_nan",
    "chunks.metadata_named_like_field",
    "chunks.blank_content",
    "templates.surrogate_in_template",
    "edges.edges_not_stored",
    "typed.path_not_in_schema",
    "typed.path_not_described",
    "typed.foreach_no_list_in_schema",
    "typed.no_text_in_schema",
    "typed.discriminator_not_in_schema",
    "typed.schema_url_misspelt",
    "typed.no_schema_for_mapping",
    "typed.schema_unusable",
    "typed.optional_in_schema",
    "typed.url_not_in_schema",
    "templates.cut_by_comment",
    "look_alikes.look_alike_characters",
    "look_alikes.dollar_before_braces",
    "samples_match.mapping_matches_no_fixture",
    "samples_paths.path_never_resolves",
    "samples_paths.path_rarely_resolves",
    "samples_chunks.empty_content",
    "samples_loops.foreach_not_a_list",
    "samples_loops.foreach_empty_everywhere",
    "samples_paths.renders_python_repr",
    "edges.edge_target_empty",
    "samples_chunks.duplicate_chunks",
    "samples_chunks.chunk_too_large",
    "samples_match.fixture_mapped_by_another",
    "fixtures.root_array_document",
    "fixtures.fixture_invalid_json",
    "snapshots.expected_output_changed",
    "samples_match.schema_url_near_miss",
    "samples_match.id_hidden_by_schema",
    "samples_paths.scalar_items_need_value",
    "samples_paths.renders_python_value",
    "samples_chunks.label_only_chunk",
    "samples_chunks.document_vanishes",
    "samples_edges.edge_target_not_plain",
    "samples_edges.edge_target_not_a_file",
    "fixtures.jsonl_not_mapped",
    "fixtures.surrogate_in_content",
    "samples_chunks.output_too_large",
    "fixtures.fixture_byte_order_mark",
    "samples_chunks.some_content_empty",
    "fixtures.fixture_duplicate_key",
    "samples_match.fixture_without_mapping",
    "samples_match.match_rules_disagree",
    "fixtures.fixture_unreadable",
    "fixtures.nonstandard_constant",
    "untried.mapping_without_fixture",
    "typed_fixtures.fixture_not_of_schema",
    "folder.snapshot_without_fixture",
    "links.broken_link",
    "links.broken_anchor",
    "links.broken_wikilink",
    "links.ambiguous_wikilink",
    "links.link_to_untracked",
    "links.link_case_mismatch",
    "links.undefined_reference",
    "links.unresolved_import",
    "links.unresolved_include",
    "links.link_escapes_root",
    "links.orphan_page",
    "links.link_to_folder",
    "links.backslash_path",
    "links.link_to_left_out",
    "links.unused_definition",
    "links.empty_link",
    "links.wikilink_to_alias",
    "links.link_to_generated",
    "links.duplicate_definition",
    "links.duplicate_id",
    "indexing.indexes_to_nothing",
    "indexing.parser_failed",
    "indexing.parser_timeout",
    "indexing.optional_dependency_missing",
    "indexing.no_parser_for_file",
    "indexing.fallback_parser_used",
    "indexing.scanned_pdf_no_text",
    "indexing.encoding_replaced",
    "indexing.secret_like_text_in_index",
    "indexing.empty_document",
    "indexing.document_byte_order_mark",
    "indexing.document_syntax",
    "indexing.rtfm_loses_document",
    "indexing.extension_lies",
    "indexing.damaged_document",
    "indexing.protected_document",
    "indexing.limit_reached",
    "indexing.local_parser_ignored",
    "indexing.not_followed",
    "indexing.file_name_not_utf8",
    "indexing.ignore_file_misread",
    "indexing.text_replaced",
    "indexing.hidden_content",
    "indexing.value_not_stored",
    "indexing.rtfm_overwrites_document",
    "indexing.navigation_left_out",
    "against.rtfm_loses_words",
    "against.rtfm_misreads_edges",
    "against.rtfm_fails_on_document",
    "retrieval.golden_query_miss",
    "retrieval.recall_below_threshold",
    "retrieval.index_shrank",
    "retrieval.edges_lost",
    "fields.profile_syntax",
    "fields.profile_invalid",
    "fields.field_prefix",
    "fields.field_path_malformed",
    "fields.field_listed_twice",
    "fields.payload_key_twice",
    "fields.payload_key_reserved",
    "fields.technical_payload_key",
    "fields.everything_flattened",
    "fields.unstable_source_identifier",
    "fields.no_source_identifier",
    "fields.profile_matches_no_file",
    "fields.file_in_two_profiles",
    "fields_records.field_path_not_found",
    "fields_records.field_path_not_everywhere",
    "fields_records.field_direction_swapped",
    "fields_records.text_from_container",
    "fields_records.secret_in_metadata",
    "fields_records.record_invalid_json",
    "fields_records.record_not_an_object",
    "fields_records.record_too_large",
    "fields_records.missing_source_id",
    "fields_records.duplicate_source_id",
    "fields_records.record_without_text",
    "fields_records.records_unreadable",
    "quality.duplicate_chunk",
    "quality.near_duplicate_chunk",
    "quality.very_short_page",
    "quality.heading_without_text",
    "quality.images_without_text",
    "quality.repeated_boilerplate",
    "quality.page_without_title",
    "quality.shared_title",
    "quality.chunk_cut",
    "quality.tiny_section",
    "quality.image_without_text",
    "quality.link_text_says_nothing",
    "own.internal_error",
    "own.unused_suppression",
    "own.suppression_without_reason",
    "own.stale_baseline_entry",
)
# The modules that have rules of a scope, so that no others are imported for it.
_HOLDERS = {
    Scope.FILE: ("match", "templates", "chunks", "edges", "schema_names"),
    Scope.FOLDER: ("folder",),
    Scope.FIXTURE: ("fixtures", "snapshots"),
    Scope.TRIAL: ("match", "templates", "edges", "look_alikes", "untried"),
    Scope.TRIED: ("samples_match",),
    Scope.TAKEN: (
        "samples_chunks",
        "samples_edges",
        "samples_loops",
        "samples_match",
        "samples_paths",
    ),
    Scope.TYPED: ("typed",),
    Scope.HELD: ("typed_fixtures",),
    Scope.SCHEMAS: ("typed",),
    Scope.DRY_RUN: ("samples_match",),
    Scope.FIELDS: ("fields", "fields_records"),
}
_MODULES = {
    name.replace("_", "-"): module for module, _, name in (row.partition(".") for row in _TABLE)
}


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, in the order of the codes."""
    return tuple(_load(row.partition(".")[2].replace("_", "-")) for row in _TABLE)


@cache
def rules_of(scope: Scope) -> tuple[Rule, ...]:
    """The rules of a scope that a runner goes through, in the order of the codes."""
    named = (name for name, module in _MODULES.items() if module in _HOLDERS[scope])
    return tuple(each for each in map(_load, named) if each.scope is scope)


def find(name: str) -> Rule | None:
    """The rule of a name, a code (RTM103), or both (RTM103:unknown-key)."""
    if name in _MODULES:
        return _load(name)
    code, colon, rest = name.partition(":")
    wanted = code.upper() + colon + rest
    return next((r for r in all_rules() if wanted in (r.code, f"{r.code}:{r.name}")), None)


def starting_with(prefix: str) -> list[Rule]:
    """The rules whose codes begin with a part of one, such as RTM3; none for another word."""
    code = prefix.upper()
    is_prefix = code.startswith("RTM") and code[3:].isdigit() and len(code) < 6
    return [rule for rule in all_rules() if rule.code.startswith(code)] if is_prefix else []


@cache
def _load(name: str) -> Rule:
    made = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name.replace("-", "_"))
    assert isinstance(made, Rule)
    return made


def unknown_rule(word: str) -> str:
    """What to say about a rule that does not exist."""
    near = nearest(word, [name for rule in all_rules() for name in (rule.name, rule.code)])
    hint = f"; did you mean {near}?" if near else ""
    return f"there is no rule {word!r}{hint} (`rtfm-check rules` lists them)"
