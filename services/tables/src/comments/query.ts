import type { RecordReader } from '@tessera/document-store';
import { systemColumns, type Actor, type Operand, type Predicate, type SelectedColumn } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import { commentTable } from '../events.ts';
import { named } from '../links/named.ts';
import { commentColumns, commentOf, operandOf, recordColumn, type Comment } from './rows.ts';

const everything: Predicate = { op: 'and', items: [] };
const select: readonly SelectedColumn[] = commentColumns.map(({ column, kind }) => ({
  column,
  storage: kind,
  key: column,
}));
const ofRecord = operandOf(recordColumn);
const createdAt: Operand = { kind: 'field', column: systemColumns.createdAt, storage: 'instant' };
const createdBy: Operand = { kind: 'field', column: systemColumns.createdBy, storage: 'user' };

export type CommentPage = { readonly comments: readonly Comment[]; readonly next?: string };

/** Reads of conversations. Whether the reader may see the records is asked before. */
export const createCommentReader = (records: RecordReader) => ({
  /** A page of the conversation of a record, newest first. */
  async page(
    actor: Actor,
    tableId: string,
    recordId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
    signal?: AbortSignal,
  ): Promise<CommentPage> {
    const { rows, next } = await records.rows(
      actor.organizationId,
      {
        table: commentTable(tableId),
        select,
        where: { op: 'eq', left: ofRecord, value: recordId },
        allow: everything,
        sort: [{ by: createdAt, order: 'desc' }],
        limit: page.limit,
        ...(page.after !== undefined && { after: page.after }),
      },
      { ...(signal !== undefined && { signal }), asker: actor.id },
    );
    return { comments: rows.map(commentOf), ...(next !== undefined && { next }) };
  },

  /** Those of these comments of a record that are there. */
  async some(
    actor: Actor,
    tableId: string,
    recordId: string,
    commentIds: readonly string[],
  ): Promise<readonly Comment[]> {
    if (commentIds.length === 0) return [];
    const { rows } = await records.rows(
      actor.organizationId,
      {
        table: commentTable(tableId),
        select,
        where: { op: 'and', items: [named(commentIds), { op: 'eq', left: ofRecord, value: recordId }] },
        allow: everything,
        sort: [],
        limit: commentIds.length,
      },
      { asker: actor.id },
    );
    return rows.map(commentOf);
  },

  /** Whether a comment is there, and one of the record's. */
  async has(actor: Actor, tableId: string, recordId: string, commentId: string): Promise<boolean> {
    const where: Predicate = {
      op: 'and',
      items: [named([commentId]), { op: 'eq', left: ofRecord, value: recordId }],
    };
    const query = { table: commentTable(tableId), where, allow: everything, sort: [] };
    return (await records.count(actor.organizationId, query)) > 0;
  },

  /** How many comments a record has, and how many of these others wrote after a moment (ms). */
  async counts(
    actor: Actor,
    tableId: string,
    recordId: string,
    since: number,
  ): Promise<{ readonly total: number; readonly unread: number }> {
    const here: Predicate = { op: 'eq', left: ofRecord, value: recordId };
    const count = (where: Predicate): Promise<number> =>
      records.count(actor.organizationId, { table: commentTable(tableId), where, allow: everything, sort: [] });
    const [total, unread] = await Promise.all([
      count(here),
      count({
        op: 'and',
        items: [
          here,
          { op: 'gt', left: createdAt, value: since },
          { op: 'not', item: { op: 'eq', left: createdBy, value: userOf(actor) } },
        ],
      }),
    ]);
    return { total, unread };
  },
});

/** Ids of all comments of these records, deleted ones too: what a purge of the records takes with it. */
export const commentsOf = async (
  records: RecordReader,
  organizationId: string,
  tableId: string,
  recordIds: readonly string[],
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const recordId of recordIds)
    for (const deleted of [false, true])
      for (let after: string | undefined; ;) {
        const page = await records.rows(organizationId, {
          table: commentTable(tableId),
          select: [],
          where: { op: 'eq', left: ofRecord, value: recordId },
          allow: everything,
          sort: [],
          limit: 1_000,
          deleted,
          ...(after !== undefined && { after }),
        });
        ids.push(...page.rows.map(({ id }) => id));
        after = page.next;
        if (after === undefined) break;
      }
  return ids;
};
