import type { FilterContext } from '@tessera/fields';
import { changeLinks, satisfies, type Cell, type Predicate, type Row } from '@tessera/kernel';
import { isObject } from '@tessera/proto/automations';
import { fromColumn } from '@tessera/proto/cells';
import type { CellsChanged, Field } from '@tessera/proto/tables/v1/events';
import { columnOf, typeOf } from '../access/tables.ts';

const never: Predicate = { op: 'or', items: [] };

/** A filter as a question to rows; what names a field or operator that is not there any more matches nothing. */
export const predicateOf = (filter: unknown, fields: readonly Field[], context: FilterContext): Predicate => {
  if (!isObject(filter)) return never;
  for (const op of ['and', 'or'] as const) {
    const items = filter[op];
    if (Array.isArray(items)) {
      // An empty group matches everything, whichever its word.
      if (items.length === 0) return { op: 'and', items: [] };
      return { op, items: items.map((one) => predicateOf(one, fields, context)) };
    }
  }
  const field = fields.find(({ id }) => id === filter['fieldId']);
  const type = field === undefined ? undefined : typeOf(field);
  const operator = type?.operators.find(({ id }) => id === filter['operator']);
  if (field === undefined || type === undefined || operator === undefined) return never;
  const scale = field.keptScale === undefined ? {} : { scale: field.keptScale };
  const left = { kind: 'field', column: columnOf(field), storage: type.storage, ...scale } as const;
  try {
    return operator.predicate(left, filter['value'], {}, context);
  } catch {
    return never;
  }
};

export const meets = (cells: Row['cells'], predicate: Predicate): boolean =>
  satisfies(
    { id: '', version: 1, deleted: false, createdAt: 0, createdBy: '', updatedAt: 0, updatedBy: '', cells },
    predicate,
  );

/** The cells of one record before and after a change, put over what is known of it. */
export const turned = (
  known: Row['cells'],
  change: Pick<CellsChanged, 'before' | 'after' | 'links' | 'recordIds'>,
  place: number,
  fields: readonly Field[],
): { readonly before: Row['cells']; readonly after: Row['cells'] } => {
  const count = change.recordIds.length;
  const [before, after]: Record<string, Cell | null>[] = [{ ...known }, { ...known }] as [
    Record<string, Cell | null>,
    Record<string, Cell | null>,
  ];
  const put = (to: Record<string, Cell | null>, columns: CellsChanged['before']): void => {
    for (const column of columns) {
      const field = fields.find(({ id }) => id === column.fieldId);
      const cell = fromColumn(column, count)[place];
      if (field !== undefined && cell !== undefined) to[columnOf(field)] = cell;
    }
  };
  put(before!, change.before);
  put(after!, change.after);
  for (const { fieldId, changes } of change.links) {
    const field = fields.find(({ id }) => id === fieldId);
    const links = changes[place];
    if (field === undefined || links === undefined) continue;
    const present = (known[columnOf(field)] ?? []) as readonly string[];
    const was = changeLinks(present, { added: links.removed, removed: links.added, order: [] });
    before![columnOf(field)] = was.length === 0 ? null : was;
  }
  return { before: before!, after: after! };
};

/** The fields whose values a change touches, of any of its records. */
export const fieldsChanged = ({ after, links }: Pick<CellsChanged, 'after' | 'links'>): ReadonlySet<string> =>
  new Set([...after.map(({ fieldId }) => fieldId), ...links.map(({ fieldId }) => fieldId)]);

/** The places of the records in which one of some fields changed. */
export const placesChanged = (
  { before, after, links, recordIds }: Pick<CellsChanged, 'before' | 'after' | 'links' | 'recordIds'>,
  wanted: ReadonlySet<string>,
): ReadonlySet<number> => {
  const count = recordIds.length;
  const places = new Set<number>();
  for (const column of after) {
    if (!wanted.has(column.fieldId)) continue;
    const was = before.find(({ fieldId }) => fieldId === column.fieldId);
    const [old, now] = [was === undefined ? [] : fromColumn(was, count), fromColumn(column, count)];
    now.forEach((cell, place) => {
      if (cell !== undefined && JSON.stringify(cell) !== JSON.stringify(old[place] ?? null)) places.add(place);
    });
  }
  for (const { fieldId, changes } of links)
    if (wanted.has(fieldId))
      changes.forEach(({ added, removed, order }, place) => {
        if (added.length + removed.length + order.length > 0) places.add(place);
      });
  return places;
};
