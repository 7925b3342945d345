import { rolledResult, rollupTakes, typeOfField } from '@tessera/fields';
import { Failure, failure } from '@tessera/formulas';
import { type Cell, type Join, type Linked, type Row } from '@tessera/kernel';
import { columnOf, type FieldState, type TableState } from '../definitions/state.ts';
import { rowFilter, type RowFilter } from './filter.ts';
import { standingOf, usedBy, type Standing } from './graph.ts';
import { listed, roll } from './roll.ts';
import { functionOf, isLinkedValue, linkAt, linkedProps, readerOf, type Reader, type TableOf } from './source.ts';

/** A field that is computed from linked records, ready to be. */
export type LinkedValue = {
  readonly field: FieldState;
  readonly column: string;
  readonly join: Join | undefined;
  /** What its values follow from besides the rows: another text is another computation. */
  readonly follows: string;
  readonly awaits: readonly { readonly table: string; readonly column: string }[];
  readonly run: (row: Row, linked: Linked | undefined) => Cell | null | Failure;
};

/** A short text that differs where the texts differ. */
const digest = (text: string): string => {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
};

/** The computed fields of tables, as these stand to each other by `tableOf`. */
export const createLinkedValues = (tableOf: TableOf) => {
  const standings = new Map<string, Standing>();
  const follow = new Map<string, string>();

  /** What a computed field follows from over tables; '' where all of it is in its own row. */
  const followsOf = (table: TableState, field: FieldState): string => {
    const id = `${table.id} ${field.id}`;
    const known = follow.get(id);
    if (known !== undefined) return known;
    const used =
      standingOf({ table, field }, tableOf, standings).circle === undefined ? usedBy({ table, field }, tableOf) : [];
    const own = isLinkedValue(field) ? signatureOf(table, field) : '';
    const others = used.map((place) => followsOf(place.table, place.field));
    const made = own === '' && others.every((one) => one === '') ? '' : digest(JSON.stringify([own, others]));
    follow.set(id, made);
    return made;
  };

  const signatureOf = (table: TableState, field: FieldState): string => {
    const { linkFieldId = '', fieldId, function: made, filter, result, timezone = 'UTC' } = linkedProps(field);
    const link = linkAt(table, linkFieldId, tableOf);
    const source = link?.other.fields.find(({ id }) => id === fieldId);
    return JSON.stringify([
      field.type,
      made ?? '',
      result ?? '',
      field.keptScale ?? -1,
      standingOf({ table, field }, tableOf, standings).circle !== undefined,
      link === undefined ? [] : [link.side, link.other.id, link.other.archived, link.column],
      source === undefined
        ? []
        : [
            columnOf(source),
            source.type,
            linkedProps(source).result ?? '',
            source.props.options?.map(({ id, label }) => [id, label]) ?? [],
          ],
      filter === undefined || link === undefined ? '' : (filterOf(link.other, filter, timezone)?.signature ?? 'gone'),
    ]);
  };

  const filterOf = (
    other: TableState,
    filter: NonNullable<ReturnType<typeof linkedProps>['filter']>,
    timezone: string,
  ): RowFilter | undefined => {
    try {
      return rowFilter(other, filter, timezone);
    } catch {
      // A field that it asks is gone or is of another type.
      return undefined;
    }
  };

  /** The derived columns of other rows that a field is computed from, also over formulas of its own row. */
  const awaitsOf = (table: TableState, field: FieldState): LinkedValue['awaits'] => {
    if (standingOf({ table, field }, tableOf, standings).circle !== undefined) return [];
    const used = usedBy({ table, field }, tableOf);
    return isLinkedValue(field)
      ? used.map((place) => ({ table: place.table.id, column: columnOf(place.field) }))
      : used.flatMap((place) => awaitsOf(place.table, place.field));
  };

  const valueOf = (table: TableState, field: FieldState): LinkedValue => {
    const column = columnOf(field);
    const follows = followsOf(table, field);
    const awaits = awaitsOf(table, field);
    const never = (code: Failure): LinkedValue => ({
      field,
      column,
      join: undefined,
      follows,
      awaits: [],
      run: () => code,
    });
    if (standingOf({ table, field }, tableOf, standings).circle !== undefined) return never(failure('circular'));
    const { linkFieldId = '', fieldId, filter, timezone = 'UTC', result = 'text' } = linkedProps(field);
    const made = functionOf(field);
    const link = linkAt(table, linkFieldId, tableOf);
    if (link === undefined) return never(failure('field_gone'));
    let reader: Reader | undefined;
    if (fieldId !== undefined) {
      const source = link.other.fields.find(({ id }) => id === fieldId);
      if (source === undefined) return never(failure('field_gone'));
      reader = readerOf(source);
      const fits =
        reader !== undefined &&
        (made === undefined
          ? reader.result === result
          : rollupTakes(made, reader.result) && rolledResult(made, reader.result) === result);
      if (!fits) return never(failure('broken'));
    }
    const kept = filter === undefined ? undefined : filterOf(link.other, filter, timezone);
    if (filter !== undefined && kept === undefined) return never(failure('field_gone'));
    const { side, other } = link;
    const join: Join = {
      name: `${side} ${other.id} ${link.column}`,
      table: other.id,
      side,
      column: link.column,
      reads: new Set([...(reader?.columns ?? []), ...(kept?.columns ?? [])]),
    };
    const scale = field.keptScale ?? typeOfField(field)?.scale?.(field.props) ?? 0;
    return {
      field,
      column,
      // Records of a table in the trash are not shown until it comes back.
      join: other.archived ? undefined : join,
      follows,
      awaits,
      run: (row, linked) => {
        const all = other.archived ? [] : (linked?.(join.name, row) ?? []);
        const rows = kept === undefined ? all : all.filter(kept.keeps);
        if (made === 'count' || reader === undefined) return String(rows.length);
        const values: Cell[] = [];
        for (const one of rows) {
          const found = reader.read(one);
          if (found instanceof Failure) return found;
          for (const value of found) values.push(value);
        }
        return made === undefined ? listed(values, reader.result) : roll(made, values, reader.result, scale);
      },
    };
  };

  return {
    /** Those of a table, each for itself: none reads another of its own row. */
    ofTable: (table: TableState): readonly LinkedValue[] =>
      table.fields.filter(isLinkedValue).map((field) => valueOf(table, field)),
    followsOf,
    awaitsOf,
  };
};
