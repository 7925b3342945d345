import type { RecordReader } from '@tessera/document-store';
import { isText, type Actor, type Cell } from '@tessera/kernel';
import { schemaOf, type SchemaField } from '../definitions/schema.ts';
import { visibleField, type Filter } from '../records/filter.ts';
import type { Queries } from '../records/query.ts';
import { invalid, rejection } from '../refusals.ts';
import { createGroups, type Likeness } from './alike.ts';

/** Records that one search compares. */
const mostRecords = 20_000;
export const mostFields = 4;
const mostGroups = 200;
/** Records of one group that are told. */
const mostMembers = 20;
const pageSize = 1_000;
/** Of a longer text its beginning counts. */
const longest = 500;
/** Searches at once in one process: each holds the values of its records. */
const atOnce = 2;

export type FindDuplicates = {
  readonly fieldIds: readonly string[];
  readonly how: Likeness;
  readonly filter?: Filter | undefined;
};

/** Whether values of a field can be compared: each is one text, number, day, option or tick. */
export const isComparable = ({ type, links, apart, parts, system }: SchemaField): boolean =>
  type.sortable && links === undefined && apart === undefined && parts === undefined && system === undefined;

const textOf = (cell: Cell | null | undefined): string =>
  cell === null || cell === undefined ? '' : (typeof cell === 'string' ? cell : JSON.stringify(cell)).slice(0, longest);

type Ports = { readonly records: RecordReader; readonly queries: Queries };

/** Finds records of a table that are alike, among those that the actor may read. */
export const createFindDuplicates = ({ records, queries }: Ports) => {
  let running = 0;
  const search = async (actor: Actor, tableId: string, request: FindDuplicates, signal: AbortSignal | undefined) => {
    const opened = await queries.open(actor, 'records.read', tableId);
    const fields = request.fieldIds.map((id) => visibleField(schemaOf(opened.table), opened.grant, id));
    const wrong = fields.find((field) => !isComparable(field));
    if (wrong !== undefined) throw invalid('duplicates.field', { fieldId: wrong.id });
    const { query } = await queries.authorizedQuery(actor, tableId, {
      fields: fields.map(({ id }) => id),
      filter: request.filter,
      limit: pageSize,
    });
    const groups = createGroups(
      request.how,
      fields.map(
        ({ type, state }) =>
          state.unique || type.conversions?.group === 'contact' || (type.keyable && !isText(type.storage)),
      ),
    );
    const ids: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await records.rows(
        actor.organizationId,
        { ...query, ...(after !== undefined && { after }) },
        { asker: actor.id, ...(signal !== undefined && { signal }) },
      );
      for (const row of page.rows) {
        ids.push(row.id);
        groups.add(fields.map(({ column }) => textOf(row.cells[column])));
      }
      after = page.next;
      if (after === undefined) break;
      if (ids.length >= mostRecords) throw invalid('duplicates.too_many', { limit: mostRecords });
    }
    const found = groups.groups();
    return {
      groups: found.slice(0, mostGroups).map(({ members, fields: alike }) => ({
        ids: members.slice(0, mostMembers).map((at) => ids[at]!),
        fieldIds: alike.map((at) => fields[at]!.id),
      })),
      compared: ids.length,
      more: found.length > mostGroups,
    };
  };

  return async (...asked: Parameters<typeof search>): ReturnType<typeof search> => {
    if (running >= atOnce) throw rejection('unavailable', 'duplicates.busy');
    running += 1;
    try {
      return await search(...asked);
    } finally {
      running -= 1;
    }
  };
};
