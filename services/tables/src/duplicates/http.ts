import { newId, type CommandMeta } from '@tessera/kernel';
import type { RecordReader } from '@tessera/document-store';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { schemaOf } from '../definitions/schema.ts';
import { refSchema, tableParams, writeHeaders } from '../http.ts';
import { describing, fileFields, type Describe } from '../records/files.ts';
import { mentionedIn, sendNamed } from '../records/people.ts';
import type { Queries } from '../records/query.ts';
import { selection } from '../records/schemas.ts';
import { recordNotFound } from '../records/update.ts';
import { invalid, ofFilter, ofValues, refuses } from '../refusals.ts';
import type { TablesStore } from '../store.ts';
import { likenesses } from './alike.ts';
import type { FindRecords } from '../links/find.ts';
import { createFindDuplicates, mostFields } from './find.ts';

const tag = 'Duplicates';

type Ports = {
  readonly store: TablesStore;
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
  readonly describe: Describe;
  readonly findRecords: FindRecords;
};

/** Records that are alike, and how several become one. */
export const duplicatesRoutes = ({ store, records, queries, directory, describe, findRecords }: Ports): RouteSet => {
  const find = createFindDuplicates({ records, queries });
  /** One part of a merge: repeated with its key it does nothing twice. */
  const part = (meta: CommandMeta, name: string): CommandMeta => ({
    ...meta,
    ...(meta.idempotencyKey !== undefined && { idempotencyKey: `${meta.idempotencyKey}:${name}` }),
  });

  return [
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/duplicates',
      summary: 'Groups of records that are alike',
      description:
        'Compared are the values of up to four fields. `exact`: all are the same but for case, spaces and punctuation. `close`: two of them are nearly the same, or the only one. `loose`: one that hardly two things share, as an e-mail address, is enough. At most 20,000 records are compared: filter larger tables.',
      tag,
      access: 'api',
      allows: 'records.read',
      whenViewing: true,
      cost: 20,
      params: tableParams,
      body: z.strictObject({
        fieldIds: z.array(refSchema).min(1).max(mostFields),
        how: z.enum(likenesses).default('close'),
        filter: selection.filter,
      }),
      refuses: [...ofFilter, ...refuses('duplicates.field', 'duplicates.too_many', 'duplicates.busy')],
      responses: {
        200: z.strictObject({
          groups: z.array(
            z.strictObject({
              ids: z.array(z.string()).meta({ description: 'At most 20 records, in the order of the table.' }),
              fieldIds: z.array(z.string()).meta({ description: 'In which of the fields all of them are alike.' }),
            }),
          ),
          compared: z.number(),
          more: z.boolean().meta({ description: 'Whether there are groups beyond the 200 that are told.' }),
        }),
      },
      async handle({ actor, params: { table }, body, signal }) {
        return { body: await find(actor, table, body, signal) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/merge',
      summary: 'Make several records one: one undo',
      description:
        'The record `keep` gets the values in `fields`, those of the other records that are to stay among them; the others go into the trash.',
      tag,
      access: 'api',
      allows: 'records.delete',
      params: tableParams,
      body: z.strictObject({
        keep: refSchema,
        others: z.array(refSchema).min(1).max(20),
        fields: z.record(z.string(), z.unknown()).default({}),
      }),
      refuses: [
        ...ofValues,
        ...refuses('records.update_forbidden', 'records.delete_forbidden', 'records.not_found', 'records.merge_itself'),
      ],
      responses: { 200: z.strictObject({ id: z.string(), operationId: z.string() }) },
      async handle({ actor, params: { table: tableId }, body: { keep, others, fields }, meta: own }) {
        const meta = { ...own, operationId: own.operationId ?? newId() };
        const ids = [...new Set(others)];
        if (ids.includes(keep)) throw invalid('records.merge_itself');
        await queries.open(actor, 'records.delete', tableId);
        const { table, grant } = await queries.open(actor, 'records.update', tableId);
        for (const id of [keep, ...ids])
          if ((await records.one(actor.organizationId, tableId, id, [], grant.rowPredicate)) === undefined)
            throw recordNotFound([id]);
        const schema = schemaOf(table);
        const change = async (): Promise<void> => {
          if (Object.keys(fields).length === 0) return;
          const body = { fields };
          const files = describing(
            describe,
            actor,
            { tableId, fieldIds: fileFields(schema) },
            { body: { records: [keep, ...ids].map((id) => ({ id })) } },
          );
          await sendNamed(
            { directory, actor, describe: files, findRecords, zoned: false },
            mentionedIn(schema, body),
            (people) =>
              store.execute(
                {
                  type: 'records.update',
                  payload: JSON.stringify({ tableId, key: 'id', people, recordId: keep, body }),
                },
                part(meta, 'update'),
              ),
          );
        };
        const remove = () => store.execute({ type: 'records.delete', payload: { tableId, ids } }, part(meta, 'delete'));
        // A unique value is free to move once the record that has it is gone; if it cannot, that record comes back.
        const movesKey = Object.keys(fields).some((id) => schema.byId.get(id)?.claimScope?.startsWith('unique:'));
        if (movesKey) {
          await remove();
          try {
            await change();
          } catch (error) {
            await store.execute({ type: 'records.restore', payload: { tableId, ids } }, part(meta, 'restore'));
            throw error;
          }
        } else {
          await change();
          await remove();
        }
        return { body: { id: keep, operationId: meta.operationId }, headers: writeHeaders({}, meta.operationId) };
      },
    }),
  ];
};
