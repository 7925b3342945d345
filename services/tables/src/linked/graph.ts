import { namesIn } from '@tessera/formulas';
import { linkProps } from '../definitions/schema.ts';
import { typeOf } from '../definitions/types.ts';
import type { FieldState, TableState } from '../definitions/state.ts';
import { formulaProps } from '../formulas/types.ts';
import { isFilterGroup, type Filter } from '../records/filter.ts';
import { isDerived, isLinkedValue, linkAt, linkedProps, type TableOf } from './source.ts';

/** Computed fields that follow from each other over tables, one above the other. */
export const mostLevels = 12;

export type Place = { readonly table: TableState; readonly field: FieldState };

const filterFields = (filter: Filter | undefined): readonly string[] =>
  filter === undefined
    ? []
    : isFilterGroup(filter)
      ? ('and' in filter ? filter.and : filter.or).flatMap(filterFields)
      : [filter.fieldId];

/** The computed fields that one is computed from, of its own table and of others. */
export const usedBy = ({ table, field }: Place, tableOf: TableOf): readonly Place[] => {
  const found = (of: TableState, ids: readonly string[]): readonly Place[] =>
    of.fields.filter((one) => ids.includes(one.id) && isDerived(one)).map((one) => ({ table: of, field: one }));
  if (!isLinkedValue(field)) return found(table, namesIn(formulaProps(field).formula ?? ''));
  const { linkFieldId = '', fieldId = '', filter } = linkedProps(field);
  const link = linkAt(table, linkFieldId, tableOf);
  return link === undefined ? [] : found(link.other, [fieldId, ...filterFields(filter)]);
};

/** How a field stands among those that it is computed from. */
export type Standing = {
  /** It is computed from itself, or from what is: told from one field around to itself. */
  readonly circle: readonly Place[] | undefined;
  readonly level: number;
};

/** Looks at the fields that one is computed from, each once; `known` is kept between calls on the same definitions. */
export const standingOf = (place: Place, tableOf: TableOf, known = new Map<string, Standing>()): Standing => {
  const path: Place[] = [];
  const visit = (at: Place): Standing => {
    const id = `${at.table.id} ${at.field.id}`;
    const before = known.get(id);
    if (before !== undefined) return before;
    const begun = path.findIndex(({ table, field }) => table.id === at.table.id && field.id === at.field.id);
    if (begun >= 0) return { circle: [...path.slice(begun), at], level: 0 };
    path.push(at);
    let circle: readonly Place[] | undefined;
    let level = 0;
    for (const used of usedBy(at, tableOf)) {
      const one = visit(used);
      circle ??= one.circle;
      level = Math.max(level, one.level);
    }
    path.pop();
    const standing: Standing = { circle, level: level + 1 };
    known.set(id, standing);
    return standing;
  };
  return visit(place);
};

const known = new WeakMap<TableState, readonly string[]>();

/** The table that a field of links leads to. */
export const linkedTable = (field: FieldState): string | undefined =>
  typeOf(field.type)?.links === undefined ? undefined : linkProps(field).tableId;

/** The tables that links lead to from a table, and to it: those whose computed fields may read of it. */
export const neighbours = (
  table: TableState,
  linkedTable: (field: FieldState) => string | undefined,
): readonly string[] => {
  let found = known.get(table);
  if (found === undefined) {
    const all = [...table.fields, ...table.deletedFields.map(({ field }) => field)];
    known.set(table, (found = [...new Set(all.flatMap((field) => linkedTable(field) ?? []))]));
  }
  return found;
};
