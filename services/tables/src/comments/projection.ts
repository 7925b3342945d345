import type { EventContext, ModelOp } from '@tessera/kernel';
import { commentTable, type TablesEvent } from '../events.ts';
import { commentColumns, editedColumn, mentionsColumn, recordColumn, textColumn } from './rows.ts';

type CommentEvent = Extract<TablesEvent, { readonly value: { readonly commentId: string } }>;

/**
 * A comment as a row. The first one of a table makes the table of its comments, which costs nothing where it is there:
 * so no model has to be made anew for tables of before there were comments.
 */
export const commentOps = (event: CommentEvent, { time }: EventContext): readonly ModelOp[] => {
  const table = commentTable(event.value.tableId);
  const ids = [event.value.commentId];
  switch (event.$case) {
    case 'commentWritten': {
      const { recordId, text, mentions } = event.value;
      return [
        { op: 'table.create', table, columns: commentColumns },
        { op: 'table.indexes', table, indexes: [{ columns: [recordColumn.column] }] },
        {
          op: 'rows.insert',
          table,
          ids,
          columns: [
            { column: recordColumn.column, cells: [recordId] },
            { column: textColumn.column, cells: [text] },
            { column: mentionsColumn.column, cells: [mentions.length > 0 ? mentions : null] },
          ],
        },
      ];
    }
    case 'commentChanged': {
      const { version, after, mentions } = event.value;
      return [
        {
          op: 'rows.update',
          table,
          ids,
          versions: [version],
          columns: [
            { column: textColumn.column, cells: [after] },
            { column: mentionsColumn.column, cells: [mentions.length > 0 ? mentions : null] },
            { column: editedColumn.column, cells: [time] },
          ],
        },
      ];
    }
    case 'commentDeleted':
      return [{ op: 'rows.delete', table, ids, versions: [event.value.version] }];
    case 'commentRestored':
      return [{ op: 'rows.restore', table, ids, versions: [event.value.version] }];
  }
};
