import type { Cell, PartSpecs } from '@tessera/kernel';
import type { CellValue, Column } from '../../gen/tessera/tables/v1/values.ts';

/** The set cells of a column as a message has them. */
export type ColumnValue = NonNullable<Column['cells']>;
export type Value = NonNullable<CellValue['value']>;

/** What a field says of the cells that somebody else made for it. */
export type Facts = {
  readonly scale: number;
  readonly isOption: (id: string) => boolean;
  readonly parts?: PartSpecs;
};
/** Why cells are none of the field's. */
export type Wrong = { readonly reason: string } | { readonly tooLarge: true };

/** The messages of a storage kind: a column of a batch, and a value of its own. */
export type MessageKind = {
  /** What the value of its own is called in `CellValue`. */
  readonly value: Value['$case'];
  /** Cells to a message, in their order; takes the array itself where it needs no other. */
  wrap(set: readonly Cell[], parts?: PartSpecs): ColumnValue;
  /** How many cells a message has. */
  count(message: ColumnValue): number;
  /** A message of some of its cells, by their places; of those that it lacks nothing. */
  pick(message: ColumnValue, places: readonly number[]): ColumnValue;
  /** The cells of a message; its own array where that is one of cells. */
  cells(message: ColumnValue): readonly Cell[];
  /** One of them; undefined where there are fewer. */
  at(message: ColumnValue, index: number): Cell | undefined;
  toValue(cell: Cell, parts?: PartSpecs): Value;
  fromValue(value: Value): Cell;
  /** What is wrong with cells that did not come from a field's own codec; undefined where nothing is. */
  wrong(message: ColumnValue, facts: Facts): Wrong | undefined;
};

/** The list in a message of any kind but that of parts. */
export const valuesIn = (message: ColumnValue): readonly unknown[] =>
  'values' in message.value ? message.value.values : [];
export const countOf = (message: ColumnValue): number => valuesIn(message).length;

export const pickValues = (message: ColumnValue, places: readonly number[]): ColumnValue => {
  const values = valuesIn(message);
  return {
    $case: message.$case,
    value: { values: places.flatMap((place) => (place < values.length ? [values[place]] : [])) },
  } as ColumnValue;
};

type Named = Exclude<ColumnValue['$case'], 'options' | 'users' | 'links' | 'date' | 'parts' | 'files'>;

/** A kind whose cells stand in both messages as they are. */
export const asItIs = (
  name: Named,
  value: Value['$case'],
  wrong: (values: readonly unknown[], facts: Facts) => Wrong | undefined,
): MessageKind => ({
  value,
  wrap: (set) => ({ $case: name, value: { values: set } }) as ColumnValue,
  count: countOf,
  pick: pickValues,
  cells: (message) => valuesIn(message) as readonly Cell[],
  at: (message, index) => valuesIn(message)[index] as Cell | undefined,
  toValue: (cell) => ({ $case: value, value: cell }) as Value,
  fromValue: (one) => one.value as Cell,
  wrong: (message, facts) => wrong(valuesIn(message), facts),
});

/** A kind whose cells are lists of ids. */
export const listOf = (
  name: 'options' | 'users' | 'links',
  value: 'optionIds' | 'userIds' | 'linkIds',
  reason: string,
  fits: (id: string, facts: Facts) => boolean,
): MessageKind => ({
  value,
  wrap: (set) => {
    const values = new Array<{ ids: string[] }>(set.length);
    for (let i = 0; i < set.length; i++) values[i] = { ids: set[i] as string[] };
    return { $case: name, value: { values } };
  },
  count: countOf,
  pick: pickValues,
  cells: (message) => (valuesIn(message) as readonly { ids: string[] }[]).map(({ ids }) => ids),
  at: (message, index) => (valuesIn(message)[index] as { ids: string[] } | undefined)?.ids,
  toValue: (cell) => ({ $case: value, value: { ids: [...(cell as readonly string[])] } }),
  fromValue: (one) => (one.value as { ids: string[] }).ids,
  wrong: (message, facts) =>
    (valuesIn(message) as readonly { ids: string[] }[]).every(
      ({ ids }) => ids.length > 0 && ids.every((id) => fits(id, facts)),
    )
      ? undefined
      : { reason },
});
