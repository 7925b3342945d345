import type { Actor, Cell } from '@tessera/kernel';
import type { RecordReader } from '@tessera/document-store';
import { goesBack, type BulkPlan, type CellsThen } from '../operations/plans.ts';
import { visibleField } from '../records/filter.ts';
import type { Queries } from '../records/query.ts';
import { invalid } from '../refusals.ts';
import type { Comparison } from './compare.ts';
import type { Pasts } from './pasts.ts';
import type { Asking } from './read.ts';

/** Records that one return to a moment takes at most. */
const mostRecords = 50_000;
const rowsAtOnce = 1000;

type Wanted = {
  readonly asOf: string;
  readonly recordIds?: readonly string[] | undefined;
  readonly fieldId?: string | undefined;
};

/** Reads what a return to a moment writes. */
export const createRewinds = ({ pasts, queries }: { readonly pasts: Pasts; readonly queries: Queries }) => ({
  /** The cells of then of records that changed since, by record and field. */
  async cellsThen(actor: Actor, tableId: string, asOf: string, ids: readonly string[]): Promise<CellsThen> {
    const { schema } = await queries.open(actor, 'tables.view', tableId);
    const past = await pasts.open(actor.organizationId, schema, asOf);
    const asked = new Set(ids);
    const fields = schema.fields.filter((field) => goesBack(field) && past.knows(field));
    return Object.fromEntries(
      (await past.rows())
        .filter(({ id }) => asked.has(id))
        .map(({ id, cells }) => [
          id,
          Object.fromEntries(fields.map((field): [string, Cell | null] => [field.id, cells[field.column] ?? null])),
        ]),
    );
  },
});
export type Rewinds = ReturnType<typeof createRewinds>;

type PlanPorts = { readonly comparison: Comparison; readonly records: RecordReader };

/**
 * Plans a return to a moment. Of chosen records: those that were removed leave the trash, and values go back. Of one
 * field: its values go back. Of the whole table also: what was not there then goes into the trash. Throws
 * `asof.too_far`, `fields.not_found` and what a query of the past throws.
 */
export const createRewindPlan =
  ({ comparison, records }: PlanPorts) =>
  async (asking: Asking, tableId: string, { asOf, recordIds, fieldId }: Wanted): Promise<BulkPlan> => {
    const { authorized, past, known, made } = await comparison.differences(asking, tableId, asOf, {}, {});
    const { schema, grant, query } = authorized;
    const field = fieldId === undefined ? undefined : visibleField(schema, grant, fieldId);
    if (field !== undefined && !(goesBack(field) && past.knows(field)))
      throw invalid('asof.field_unknown', { fieldId: field.id });
    const chosen = recordIds && new Set(recordIds);
    const meant = known.filter(({ id }) => chosen?.has(id) !== false);
    const restored = field === undefined ? meant.filter(({ mark }) => mark === 'removed').map(({ id }) => id) : [];
    const changed = meant
      .filter(({ mark, fields }) => mark === 'changed' && (field === undefined || fields.includes(field)))
      .map(({ id }) => id);
    const deleted: string[] = [];
    if (field === undefined && chosen === undefined) {
      deleted.push(...known.filter(({ mark }) => mark === 'added').map(({ id }) => id));
      for (let after: string | undefined; ;) {
        const { rows, next } = await records.rows(
          asking.actor.organizationId,
          {
            table: query.table,
            select: [],
            where: made,
            allow: query.allow,
            sort: [],
            limit: rowsAtOnce,
            ...(after !== undefined && { after }),
          },
          { ...(asking.signal && { signal: asking.signal }), asker: asking.actor.id },
        );
        deleted.push(...rows.map(({ id }) => id));
        if (deleted.length > mostRecords) throw invalid('asof.too_far', { limit: mostRecords });
        if (next === undefined) break;
        after = next;
      }
    }
    const ids = [...restored, ...restored, ...changed, ...deleted];
    return {
      action: 'rewind',
      mode: 'set',
      asOf,
      fields: Object.fromEntries(
        (field === undefined ? schema.fields.filter((one) => goesBack(one) && past.knows(one)) : [field]).map(
          ({ id }) => [id, null],
        ),
      ),
      selection: {
        where: query.where,
        deleted: false,
        except: [],
        ids,
        ends: { restored: restored.length, changed: ids.length - deleted.length },
      },
    };
  };
export type RewindPlan = ReturnType<typeof createRewindPlan>;
