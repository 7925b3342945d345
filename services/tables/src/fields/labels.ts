import { fold, newId, type Predicate } from '@tessera/kernel';
import { splitLabels } from '@tessera/fields';
import type { RecordReader } from '@tessera/document-store';
import { everyRow } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { operandOf, type SchemaField } from '../definitions/schema.ts';
import { refSchema, writeHeaders } from '../http.ts';
import type { OptionsPlan } from '../operations/plans.ts';
import type { Runner } from '../operations/runner.ts';
import { endedEarly } from '../operations/state.ts';
import { visibleField } from '../records/filter.ts';
import { readGroups } from '../records/groups.ts';
import type { Queries } from '../records/query.ts';
import { invalid, ofDefinition, ofLevels, ofOperation, ofQuery, refuses } from '../refusals.ts';

const tag = 'Fields';
const params = z.strictObject({ table: refSchema, field: refSchema });
/** Labels that one answer has, and pages of values that are looked through for them. */
const mostLabels = 1000;
const mostPages = 20;

/** A field whose values are free labels. Throws `fields.no_labels`. */
const labelled = (...[schema, grant, fieldId]: Parameters<typeof visibleField>): SchemaField => {
  const field = visibleField(schema, grant, fieldId);
  if (field.type.relabelled === undefined)
    throw invalid('fields.no_labels', `"${field.name}" has no free labels.`, { fieldId });
  return field;
};

/** The free labels of a field: which there are, and how one becomes another everywhere. */
export const labelRoutes = (queries: Queries, records: RecordReader, runner: Runner): RouteSet => [
  route({
    method: 'get',
    path: '/v3/tables/{table}/fields/{field}/labels',
    summary: 'The free labels of a field, the most used first',
    description:
      'At most 1,000 of the records that you may see. `count` is the number of records; labels that differ in case or accents alone are one.',
    tag,
    access: 'api',
    allows: 'records.read',
    cost: 10,
    params,
    refuses: [...ofQuery, ...ofLevels, ...refuses('fields.no_labels', 'query.invalid_groups')],
    responses: {
      200: z.strictObject({ labels: z.array(z.strictObject({ label: z.string(), count: z.number() })) }),
    },
    async handle({ actor, params: { table, field: fieldId }, signal }) {
      const { schema, grant } = await queries.open(actor, 'records.read', table);
      labelled(schema, grant, fieldId);
      const found = new Map<string, { readonly label: string; count: number }>();
      let after: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const { groups, next } = await readGroups(
          { queries, records },
          { actor, signal },
          table,
          { groupBy: [{ fieldId }], limit: 1000, after },
          {},
        );
        for (const { key, count } of groups)
          for (const label of splitLabels(typeof key[0] === 'string' ? key[0] : '')) {
            const name = fold(label) || label;
            const known = found.get(name);
            if (known === undefined) found.set(name, { label, count });
            else known.count += count;
          }
        if (next === undefined) break;
        after = next;
      }
      const labels = [...found.values()]
        .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
        .slice(0, mostLabels);
      return { body: { labels } };
    },
  }),
  route({
    method: 'post',
    path: '/v3/tables/{table}/fields/{field}/labels/rename',
    summary: 'Rename a free label in every record, those in the trash too',
    description:
      'A label that is there already takes the records over: the two are merged. Without `to` the label is taken out. One undo takes all of it back.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    params,
    body: z.strictObject({ from: z.string().min(1).max(200), to: z.string().min(1).max(200).nullable() }),
    refuses: [...ofDefinition, ...ofOperation, ...refuses('fields.no_labels', 'fields.option_required')],
    responses: { 200: z.strictObject({ operationId: z.string(), records: z.number() }) },
    async handle({ actor, params: { table, field: fieldId }, body: { from, to }, meta, signal }) {
      const { schema, grant } = await queries.open(actor, 'fields.manage', table);
      const field = labelled(schema, grant, fieldId);
      const context = { now: 0, today: '', timezone: 'UTC', weekStart: 0 } as const;
      const where: Predicate = field.type.operators
        .find(({ id }) => id === 'hasAnyOf')!
        .predicate(operandOf(field), [from], {}, context);
      if (to === null && field.state.required)
        throw invalid('fields.option_required', 'The field is required: name a label that replaces this one.', {
          option: from,
        });
      const query = { table, where, allow: everyRow, sort: [] };
      const asked = { signal, asker: actor.id };
      const [live, deleted] = await Promise.all([
        records.count(actor.organizationId, query, asked),
        records.count(actor.organizationId, { ...query, deleted: true }, asked),
      ]);
      const plan: OptionsPlan = {
        fieldId,
        replacements: { [from]: to },
        selection: { where, deleted: false, except: [] },
      };
      const operationId = newId();
      const { finished, commitId } = await runner.start(
        { operationId, kind: 'options', tableId: table, plan, total: live + deleted },
        { ...meta, operationId },
      );
      const ended = await finished;
      if (ended.state !== 'done') throw endedEarly(ended);
      return { body: { operationId, records: live + deleted }, headers: writeHeaders({ commitId }, operationId) };
    },
  }),
];
