import { read, type Aggregate, type Cell, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import type { Cells } from '@tessera/proto/cells';
import type { Schema, SchemaField } from '../definitions/schema.ts';
import { numbersStream, type TablesEvent } from '../events.ts';

/** The last number that a field has given. */
export type NumbersState = { readonly last: number };

/** Folds what a field has given. It only rises: what was given once is never given again. */
export const numbersAggregate: Aggregate<NumbersState | undefined, TablesEvent> = {
  kind: 'numbers',
  version: 1,
  initial: undefined,
  evolve: (state, event) =>
    event.$case === 'numbersGiven'
      ? { last: Math.max(state?.last ?? 0, event.value.first + event.value.count - 1) }
      : state,
};

/** What the numbered fields of a table have given, as a decision finds it. */
export type Numbers = ReadonlyMap<SchemaField, Snapshot<NumbersState>>;

export function* loadNumbers(schema: Schema, fields = schema.numbered): Loading<Numbers> {
  const numbers = new Map<SchemaField, Snapshot<NumbersState>>();
  for (const field of fields)
    numbers.set(field, yield* read.snapshot<NumbersState>(numbersStream(schema.table.id, field.id)));
  return numbers;
}

/**
 * The next numbers of each field for some of `count` records, one block a commit: as cells, and as the events that note
 * them. Two commits that take the same block meet on the field's stream, where one of them is decided again. `wants`:
 * which records get one; all unless given. Pure.
 */
export const giveNumbers = (
  { table }: Schema,
  numbers: Numbers,
  count: number,
  wants: (field: SchemaField, index: number) => boolean = () => true,
): { readonly columns: ReadonlyMap<SchemaField, Cells>; readonly events: readonly DecidedEvent<TablesEvent>[] } => {
  const columns = new Map<SchemaField, Cells>();
  const events: DecidedEvent<TablesEvent>[] = [];
  for (const [field, { state, version }] of numbers) {
    const first = (state?.last ?? 0) + 1;
    let next = first;
    const cells = Array.from({ length: count }, (_, i): Cell | undefined =>
      wants(field, i) ? field.type.numbered!(next++, field.state.props) : undefined,
    );
    if (next === first) continue;
    columns.set(field, cells);
    events.push({
      event: { $case: 'numbersGiven', value: { tableId: table.id, fieldId: field.id, first, count: next - first } },
      advances: [{ stream: numbersStream(table.id, field.id), version: version + 1 }],
    });
  }
  return { columns, events };
};
