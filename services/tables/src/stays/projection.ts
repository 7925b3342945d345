import { systemColumns, type EventContext, type ModelOp } from '@tessera/kernel';
import { fromColumn, kindOf, type Cells } from '@tessera/proto/cells';
import type { Column } from '@tessera/proto/tables/v1/values';
import type { Schema } from '../definitions/schema.ts';
import { moveTable, type EventOf } from '../events.ts';
import { holdsOneOption } from './stage.ts';
import { columns, moveColumns, moveId } from './rows.ts';

/**
 * Whether a column has options of a choice as that is now. While a field is converted both of its forms are written:
 * the one it has counts, and the one to come where it has none yet.
 */
const holdsOptions = (schema: Schema, column: Column): boolean => {
  const known = schema.all.get(column.fieldId);
  if (known === undefined) return false;
  const kept = holdsOneOption(known.kind) ? known : known.next?.field;
  return (
    kept !== undefined &&
    holdsOneOption(kept.kind) &&
    kept.state.generation === column.generation &&
    (column.cells === undefined || kindOf(column) === kept.kind)
  );
};

type Rows = {
  readonly ids: string[];
  readonly cells: readonly [string[], string[], (string | null)[], (string | null)[]];
};

/**
 * Changes of choices as rows. The first one of a table makes the table of its moves, which costs nothing where it is
 * there.
 */
export const moveOps = (
  schema: Schema,
  { recordIds, before, after }: EventOf<'cellsChanged'>,
  { position, index }: EventContext,
): readonly ModelOp[] => {
  const rows: Rows = { ids: [], cells: [[], [], [], []] };
  const count = recordIds.length;
  for (const column of after) {
    if (!holdsOptions(schema, column)) continue;
    const { fieldId, generation } = column;
    const earlier = before.find((one) => one.fieldId === fieldId && one.generation === generation);
    const was: Cells = earlier === undefined ? [] : fromColumn(earlier, count);
    fromColumn(column, count).forEach((cell, place) => {
      const [from, to] = [was[place] ?? null, cell] as readonly [string | null, string | null | undefined];
      if (to === undefined || to === from) return;
      rows.ids.push(moveId(position, index, recordIds[place]!, fieldId));
      rows.cells[0].push(recordIds[place]!);
      rows.cells[1].push(fieldId);
      rows.cells[2].push(from);
      rows.cells[3].push(to);
    });
  }
  if (rows.ids.length === 0) return [];
  const table = moveTable(schema.table.id);
  return [
    { op: 'table.create', table, columns: moveColumns },
    {
      op: 'table.indexes',
      table,
      indexes: [{ columns: [columns.record.column] }, { columns: [columns.field.column, systemColumns.createdAt] }],
    },
    {
      op: 'rows.insert',
      table,
      ids: rows.ids,
      columns: moveColumns.map(({ column }, i) => ({ column, cells: rows.cells[i]! })),
    },
  ];
};
