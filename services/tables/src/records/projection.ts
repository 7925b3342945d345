import {
  isLinks,
  type ColumnCells,
  type ColumnLinks,
  type EventContext,
  type ModelOp,
  type Projection,
} from '@tessera/kernel';
import type { LinksChanged } from '@tessera/proto/tables/v1/events';
import type { Column } from '@tessera/proto/tables/v1/values';
import { tableStream, type TablesEvent } from '../events.ts';
import { commentOps } from '../comments/projection.ts';
import { schemaOf, type Schema } from '../definitions/schema.ts';
import { draftColumn, draftFieldId, type TableState } from '../definitions/state.ts';
import { moveOps } from '../stays/projection.ts';
import { isLinkChange } from '../links/change.ts';
import { fromColumn, kindOf } from '@tessera/proto/cells';

/**
 * Columns of an event as columns of the model. Cells of a field or generation that is no more are left out: the event
 * still folds (docs/events.md 4).
 */
const cellsOf = (schema: Schema, columns: readonly Column[], count: number): readonly ColumnCells[] =>
  columns.flatMap((column) => {
    if (column.fieldId === draftFieldId) return [{ column: draftColumn, cells: fromColumn(column, count) }];
    const known = schema.all.get(column.fieldId);
    const field = [known, known?.next?.field].find((one) => one?.state.generation === column.generation);
    if (field === undefined || field.system !== undefined || field.derived || field.apart) return [];
    if (column.cells !== undefined && kindOf(column) !== field.kind) return [];
    return [{ column: field.column, cells: fromColumn(column, count) }];
  });

/** Changes of links as the model takes them; those of a field or generation that is no more are left out. */
const linksOf = (schema: Schema, links: readonly LinksChanged[]): readonly ColumnLinks[] =>
  links.flatMap(({ fieldId, generation, changes }) => {
    const field = schema.all.get(fieldId);
    if (field === undefined || field.state.generation !== generation || !isLinks(field.kind)) return [];
    return [{ column: field.column, changes: changes.map((change) => (isLinkChange(change) ? change : undefined)) }];
  });

/** Records as rows, and what is said of them. */
export const recordsProjection: Projection<TablesEvent> = {
  name: 'records',
  version: 2,
  project(event: TablesEvent, context: EventContext, state: (stream: string) => unknown): readonly ModelOp[] {
    const schemaFor = (tableId: string): Schema | undefined => {
      const table = state(tableStream(tableId)) as TableState | undefined;
      return table && schemaOf(table);
    };
    switch (event.$case) {
      case 'recordsCreated': {
        const { tableId: table, recordIds: ids, columns } = event.value;
        const schema = schemaFor(table);
        return schema === undefined
          ? []
          : [{ op: 'rows.insert', table, ids, columns: cellsOf(schema, columns, ids.length) }];
      }
      case 'cellsChanged': {
        const { tableId: table, recordIds: ids, versions, after, links } = event.value;
        const schema = schemaFor(table);
        return schema === undefined
          ? []
          : [
              {
                op: 'rows.update',
                table,
                ids,
                versions,
                columns: cellsOf(schema, after, ids.length),
                ...(links.length > 0 && { links: linksOf(schema, links) }),
              },
              ...moveOps(schema, event.value, context),
            ];
      }
      case 'recordsDeleted':
      case 'recordsRestored': {
        const { tableId: table, recordIds: ids, versions } = event.value;
        return [{ op: event.$case === 'recordsDeleted' ? 'rows.delete' : 'rows.restore', table, ids, versions }];
      }
      case 'commentWritten':
      case 'commentChanged':
      case 'commentDeleted':
      case 'commentRestored':
        return commentOps(event, context);
      default:
        return [];
    }
  },
};
