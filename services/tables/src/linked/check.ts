import { elementOf, fieldType, rolledResult, rollupTakes, typeOfField } from '@tessera/fields';
import { isId, type Actor, type Loading } from '@tessera/kernel';
import { can, everyRow, maskAllows } from '@tessera/proto/rights';
import { loadDefinition } from '../definitions/handler.ts';
import { isHidden, linkProps } from '../definitions/schema.ts';
import type { FieldState, TableState } from '../definitions/state.ts';
import type { FormulaZone } from '../formulas/check.ts';
import { isFilterGroup, visibleField, type Filter } from '../records/filter.ts';
import { schemaOf } from '../definitions/schema.ts';
import { forbidden, invalid } from '../refusals.ts';
import { requireStage } from '../stays/stage.ts';
import { rowFilter } from './filter.ts';
import { mostLevels, standingOf, type Place } from './graph.ts';
import { functionOf, isDerived, isLinkedValue, linkAt, linkedProps, type LinkedProps } from './source.ts';

/** Tables that are looked through for what a field would be computed from. */
const mostTables = 500;

/** The definitions that computed fields of a table may read of, by their ids. */
export type Reached = ReadonlyMap<string, TableState>;

/** Loads the definitions to which links lead, from table to table, where `field` or another one is computed along them. */
export function* loadReached(
  table: TableState | undefined,
  field: { readonly type?: string | undefined } = {},
): Loading<Reached> {
  const found = new Map<string, TableState>();
  if (table === undefined) return found;
  const derived = fieldType(field.type ?? '')?.derived;
  const along = (of: TableState): boolean => of.fields.some(isLinkedValue);
  if (derived !== 'ofLinks' && !along(table)) return found;
  const queue = [table];
  const seen = new Set([table.id]);
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at !== table && !along(at)) continue;
    for (const one of at.fields) {
      if (fieldType(one.type)?.links === undefined) continue;
      const { tableId } = linkProps(one);
      if (seen.has(tableId) || !isId(tableId) || seen.size >= mostTables) continue;
      seen.add(tableId);
      const { state } = yield* loadDefinition(tableId);
      if (state === undefined) continue;
      found.set(tableId, state);
      queue.push(state);
    }
  }
  return found;
}

/** A filter with its fields by their ids. Throws `fields.not_found`. */
const byIds = (filter: Filter, other: TableState, actor: Actor): Filter => {
  if (isFilterGroup(filter))
    return 'and' in filter
      ? { and: filter.and.map((item) => byIds(item, other, actor)) }
      : { or: filter.or.map((item) => byIds(item, other, actor)) };
  return {
    ...filter,
    fieldId: visibleField(schemaOf(other), can(actor, 'records.read', other.id), filter.fieldId).id,
  };
};

const named = ({ table, field }: Place, own: TableState, actor: Actor): string =>
  maskAllows(can(actor, 'records.read', table.id).fieldMask, field.id)
    ? table.id === own.id
      ? field.name
      : `${table.label}: ${field.name}`
    : '…';

/** Refuses a computed field that would be computed from itself, or over too many others. `table` has it as it is to be. */
const checkStanding = (table: TableState, field: FieldState, reached: Reached, actor: Actor): void => {
  const { circle, level } = standingOf({ table, field }, (id) => (id === table.id ? table : reached.get(id)));
  if (circle !== undefined)
    throw invalid(
      'fields.circular',
      `The field would be computed from itself: ${circle.map((place) => named(place, table, actor)).join(' → ')}`,
      { fieldId: field.id },
    );
  if (level > mostLevels) throw invalid('fields.too_deep', { limit: mostLevels });
};

/** How a number is shown that is made of those of a field, where nothing else is said. */
const shownLike = (
  source: FieldState | undefined,
): Pick<LinkedProps, 'number_format' | 'currency_symbol' | 'thousands'> => {
  if (source === undefined) return {};
  const { number_format, currency_symbol, thousands } = source.props;
  const properties = typeOfField(source)?.properties ?? {};
  const money =
    properties['number_format'] === undefined
      ? properties['currency_symbol'] !== undefined
      : number_format === 'currency';
  return {
    ...(money && { number_format: 'currency' }),
    ...(money && currency_symbol !== undefined && { currency_symbol }),
    ...(thousands !== undefined && { thousands }),
  };
};

const checkSource = (
  table: TableState,
  field: FieldState,
  reached: Reached,
  actor: Actor,
  zone: FormulaZone | undefined,
): FieldState => {
  const { linkFieldId = '', fieldId, filter, ...props } = linkedProps(field);
  const own = can(actor, 'fields.manage', table.id);
  const link = maskAllows(own.fieldMask, linkFieldId)
    ? linkAt(table, linkFieldId, (id) => (id === table.id ? table : reached.get(id)))
    : undefined;
  if (link === undefined || isHidden(link.field)) throw invalid('fields.link_unknown', { fieldId: linkFieldId });
  const { other } = link;
  const read = can(actor, 'records.read', other.id);
  // What it shows, it shows to everybody who may see the field.
  if (other.archived || !read.allow || read.rowPredicate !== everyRow)
    throw forbidden('fields.source_forbidden', { tableId: other.id });
  const made = functionOf(field);
  const needed = made !== 'count' || fieldId !== undefined;
  const source = other.fields.find((one) => one.id === fieldId && !isHidden(one) && maskAllows(read.fieldMask, one.id));
  if (needed && source === undefined) throw invalid('fields.source_unknown', { fieldId: fieldId ?? '' });
  const element = source && elementOf(source);
  if (source !== undefined && element === undefined)
    throw invalid('fields.source_refused', { fieldId: source.id, type: source.type });
  if (made !== undefined && element !== undefined && !rollupTakes(made, element))
    throw invalid('fields.function_unfit', { function: made, fieldId: source!.id });
  const result = made === undefined ? element! : rolledResult(made, element ?? 'text');
  const timezone = zone?.timezone ?? linkedProps(field).timezone ?? 'UTC';
  const kept = filter === undefined ? undefined : byIds(filter, other, actor);
  const rows = kept && rowFilter(other, kept, timezone, read);
  if (kept !== undefined && (rows === undefined || rows.moving)) throw invalid('fields.filter_unfit');
  const scale = source === undefined ? 0 : (typeOfField(source)?.scale?.(source.props) ?? source.keptScale ?? 0);
  const places = made === 'count' || made === 'counta' ? 0 : made === 'average' ? Math.min(scale + 4, 15) : scale;
  const counts = fieldType(field.type)!.properties['result'] === undefined;
  const next: LinkedProps = {
    ...(result === 'number' && made !== 'counta' && shownLike(source)),
    ...props,
    linkFieldId,
    ...(fieldId !== undefined && { fieldId }),
    ...(kept !== undefined && { filter: kept, timezone }),
    ...(!counts && { result, ...(result === 'number' && { decimals: props.decimals ?? places }) }),
  };
  return { ...field, props: fieldType(field.type)!.props(next), keptScale: undefined };
};

/** Throws `fields.link_unknown` where a button names no link field of its table that its maker sees. */
const requireLink = (table: TableState, field: FieldState, actor: Actor): void => {
  const { linkFieldId = '' } = linkedProps(field);
  const link = table.fields.find(({ id }) => id === linkFieldId);
  const { fieldMask } = can(actor, 'fields.manage', table.id);
  if (
    link === undefined ||
    fieldType(link.type)?.links === undefined ||
    isHidden(link) ||
    !maskAllows(fieldMask, link.id)
  )
    throw invalid('fields.link_unknown', { fieldId: linkFieldId });
};

/**
 * A computed field of a table to be, as it is kept: what it reads must be there, be of a kind that it can be computed
 * from, and be open to whoever saves it. `table` has the field as it was or without it. Throws `fields.link_unknown`,
 * `fields.source_unknown`, `fields.source_forbidden`, `fields.source_refused`, `fields.function_unfit`,
 * `fields.filter_unfit`, `fields.circular` and `fields.too_deep`.
 */
export const checkLinkedValue = (
  table: TableState,
  field: FieldState,
  reached: Reached,
  actor: Actor,
  zone: FormulaZone | undefined,
): FieldState => {
  if (fieldType(field.type)?.along) requireLink(table, field, actor);
  requireStage(table.fields, field, can(actor, 'fields.manage', table.id).fieldMask);
  if (!isDerived(field)) return field;
  const checked = isLinkedValue(field) ? checkSource(table, field, reached, actor, zone) : field;
  const scale = typeOfField(checked)?.scale?.(checked.props);
  const made: FieldState = isLinkedValue(field) ? { ...checked, keptScale: scale } : checked;
  const fields = table.fields.some(({ id }) => id === made.id)
    ? table.fields.map((one) => (one.id === made.id ? made : one))
    : [...table.fields, made];
  checkStanding({ ...table, fields }, made, reached, actor);
  return made;
};
