import type { Actor, Cell } from '@tessera/kernel';
import type { ServiceLog } from '@tessera/event-store';
import type { RecordReader } from '@tessera/document-store';
import { everyRow, maskAllows, type Grant } from '@tessera/proto/rights';
import { selectedColumn, type Schema, type SchemaField } from '../definitions/schema.ts';
import type { Directory } from '@tessera/runtime/directory';
import { recordStream, type TablesEvent } from '../events.ts';
import { withUsers } from '../fields/convert.ts';
import { neutralContext } from './context.ts';
import { cellAt } from '@tessera/proto/cells';
import { everybody } from './people.ts';

/** What a record is called: as it is now, or as it was last where it is in the trash. */
export type Labelled = {
  /** In the table, not in the trash. */
  readonly live: boolean;
  readonly label?: string;
};

/** Commits of a record in the trash that are looked through for its last name. */
const lookedBack = 20;
/** Characters of a name. */
const longest = 200;
/** Records that are asked for at once. */
const atOnce = 16;

/**
 * The field that names the records, where its reader may see it. A field of the system's own (who made it, when) is no
 * name that the log could tell.
 */
const labelFieldOf = (schema: Schema, grant: Grant): SchemaField | undefined => {
  const field = schema.byId.get(schema.table.labelFieldId);
  return field === undefined || field.system !== undefined || !maskAllows(grant.fieldMask, field.id)
    ? undefined
    : field;
};

/** The last value of a field that a record's events tell, newest first; undefined for none among them. */
const lastCell = (events: readonly TablesEvent[], recordId: string, field: SchemaField): Cell | null | undefined => {
  for (const event of events) {
    if (event.$case !== 'recordsCreated' && event.$case !== 'cellsChanged') continue;
    const at = event.value.recordIds.indexOf(recordId);
    const columns = event.$case === 'recordsCreated' ? event.value.columns : event.value.after;
    const column = columns.find((one) => one.fieldId === field.id && one.generation === field.state.generation);
    const cell = at < 0 || column === undefined ? undefined : cellAt(column, at);
    if (cell !== undefined) return cell;
  }
  return undefined;
};

/**
 * Names records for a reader, by id. Records that the reader's right does not show are not among the answers, nor, where
 * it shows only some, those in the trash.
 */
export const createLabels =
  (ports: {
    readonly store: Pick<ServiceLog<TablesEvent>, 'history'>;
    readonly records: RecordReader;
    readonly directory: Directory;
  }) =>
  async (
    actor: Actor,
    schema: Schema,
    grant: Grant,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Labelled>> => {
    const { organizationId } = actor;
    const field = labelFieldOf(schema, grant);
    const select = field === undefined ? [] : [selectedColumn(field, 'id')];
    const facts = await ports.directory.facts(actor);
    const context = withUsers({ locale: facts.language, timezone: facts.timezone }, everybody(facts));
    const text = (cell: Cell | null | undefined): { readonly label?: string } =>
      field === undefined || cell === null || cell === undefined
        ? {}
        : { label: field.type.toText(cell, field.state.props, context).slice(0, longest) };
    const one = async (id: string): Promise<Labelled | undefined> => {
      const record = await ports.records.one(organizationId, schema.table.id, id, select, grant.rowPredicate);
      if (record !== undefined) {
        const value = field && (JSON.parse(record) as { fields: Record<string, unknown> }).fields[field.id];
        return {
          live: true,
          ...(field !== undefined &&
            value !== undefined &&
            value !== null &&
            text(field.type.fromJson(value, field.state.props, neutralContext))),
        };
      }
      if (grant.rowPredicate !== everyRow) return undefined;
      if (field === undefined) return { live: false };
      const commits = await ports.store.history(organizationId, recordStream(schema.table.id), id, {
        limit: lookedBack,
      });
      const events = commits.flatMap((commit) => commit.events.toReversed());
      return { live: false, ...text(lastCell(events, id, field)) };
    };
    const found = new Map<string, Labelled>();
    const wanted = [...new Set(ids)];
    for (let from = 0; from < wanted.length; from += atOnce) {
      const some = wanted.slice(from, from + atOnce);
      const named = await Promise.all(some.map(one));
      named.forEach((labelled, i) => labelled && found.set(some[i]!, labelled));
    }
    return found;
  };
