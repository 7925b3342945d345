import type { RecordReader } from '@tessera/document-store';
import type { Actor, Predicate, Row } from '@tessera/kernel';
import { everyRow, maskAllows, type Grant } from '@tessera/proto/rights';
import { commentCounts } from '../comments/counts.ts';
import type { Directory } from '@tessera/runtime/directory';
import { operandOf, linkProps, schemaOf, type Schema, type SchemaField } from '../definitions/schema.ts';
import { withUsers } from '../fields/convert.ts';
import { everybody } from '../records/people.ts';
import type { OpenedTable, Queries } from '../records/query.ts';
import { decimalsAsText, type Format } from '../records/wire.ts';
import type { Stars } from '../stars/stars.ts';
import { limitOf, limitTimes } from '../stays/limit.ts';
import { stayTimes, timeJson } from '../stays/times.ts';
import { named } from './named.ts';

/** Links of one value that are told; how many more there are is said. */
export const mostShown = 500;
/** Characters of a label. */
const longestLabel = 200;
/** Records that one statement names. */
const mostNamed = 10_000;

type Link = { readonly id: string; readonly label: string };
/** What a reader sees of the links of one value. */
type Shown = {
  readonly links: readonly Link[];
  /** Links beyond those that are told. */
  readonly more: number;
  /** Records that the reader cannot open. */
  readonly hidden: number;
  /** The table of the records is in the trash: nothing is shown until it comes back. */
  readonly inTrash?: true;
};
type RecordJson = {
  readonly id: string;
  readonly fields: Record<string, unknown>;
  links?: Record<string, { readonly more?: number; readonly hidden?: number; readonly tableInTrash?: true }>;
};

type Ports = {
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
  readonly stars: Pick<Stars, 'of'>;
};
export type ReadFor = { readonly actor: Actor; readonly signal?: AbortSignal | undefined };

/** Links as their reader may see them, joined when they are read: nothing of a record that is hidden is told. */
export const createLinkReader = ({ records, queries, directory, stars }: Ports) => {
  const opened = async (actor: Actor, tableId: string): Promise<OpenedTable | undefined> => {
    try {
      return await queries.open(actor, 'records.read', tableId);
    } catch {
      // Whether it is gone, in the trash or hidden: nothing of it is shown.
      return undefined;
    }
  };

  /** How records of a table are called, for a reader; without the field that names them they have no label. */
  const labeller = async (actor: Actor, { schema, grant }: OpenedTable) => {
    const field = schema.byId.get(schema.table.labelFieldId);
    if (field === undefined || field.links !== undefined || !maskAllows(grant.fieldMask, field.id))
      return { select: [], labelOf: () => '' };
    const facts = await directory.facts(actor);
    const context = withUsers({ locale: facts.language, timezone: facts.timezone }, everybody(facts));
    return {
      select: [{ ...operandOf(field), key: field.id, ...(field.parts !== undefined && { parts: field.parts }) }],
      labelOf: (row: Row): string => {
        const cell = row.cells[field.column] ?? null;
        return cell === null ? '' : field.type.toText(cell, field.state.props, context).slice(0, longestLabel);
      },
    };
  };

  const everything: Predicate = { op: 'and', items: [] };

  const rowsOf = async (
    { actor, signal }: ReadFor,
    table: string,
    where: Predicate,
    allow: Predicate,
    select: Awaited<ReturnType<typeof labeller>>['select'],
    limit: number,
  ): Promise<{ readonly rows: readonly Row[]; readonly next?: string }> =>
    records.rows(
      actor.organizationId,
      { table, select, where, allow, sort: [], limit },
      { ...(signal !== undefined && { signal }), asker: actor.id },
    );

  /** Live records of these that a reader who does not see all of them cannot open. */
  const hiddenOf = async (
    reader: ReadFor,
    tableId: string,
    missing: readonly string[],
    grant: Grant | undefined,
  ): Promise<ReadonlySet<string>> => {
    if (missing.length === 0 || (grant !== undefined && grant.rowPredicate === everyRow)) return new Set();
    const found = await rowsOf(reader, tableId, named(missing.slice(0, mostNamed)), everything, [], mostNamed);
    return new Set(found.rows.map(({ id }) => id));
  };

  /** The links that records own, one statement for all of them. */
  const owned = async (
    reader: ReadFor,
    field: SchemaField,
    lists: readonly (readonly string[])[],
  ): Promise<readonly Shown[]> => {
    const { tableId } = field.links!;
    const wanted = [...new Set(lists.flatMap((ids) => ids.slice(0, mostShown)))].slice(0, mostNamed);
    if (wanted.length === 0) return lists.map(() => ({ links: [], more: 0, hidden: 0 }));
    if ((await queries.definition(reader.actor.organizationId, tableId))?.archived === true)
      return lists.map((ids) => ({ links: [], more: 0, hidden: 0, ...(ids.length > 0 && { inTrash: true as const }) }));
    const table = await opened(reader.actor, tableId);
    const labels = new Map<string, string>();
    if (table !== undefined) {
      const { select, labelOf } = await labeller(reader.actor, table);
      const { rows } = await rowsOf(reader, tableId, named(wanted), table.grant.rowPredicate, select, mostNamed);
      for (const row of rows) labels.set(row.id, labelOf(row));
    }
    const missing = wanted.filter((id) => !labels.has(id));
    const hidden = await hiddenOf(reader, tableId, missing, table?.grant);
    return lists.map((ids) => {
      const told = ids.slice(0, mostShown);
      return {
        links: told.flatMap((id) => (labels.has(id) ? [{ id, label: labels.get(id)! }] : [])),
        more: ids.length - told.length,
        hidden: told.filter((id) => hidden.has(id)).length,
      };
    });
  };

  /** The records that link to others, for each of these: one statement, and one each where they are too many for that. */
  const linking = async (reader: ReadFor, field: SchemaField, ids: readonly string[]): Promise<readonly Shown[]> => {
    const { tableId } = field.links!;
    const none = ids.map(() => ({ links: [], more: 0, hidden: 0 }));
    const table = await queries.definition(reader.actor.organizationId, tableId);
    const own = await opened(reader.actor, tableId);
    if (table === undefined || ids.length === 0) return none;
    if (table.archived) return none.map((one) => ({ ...one, inTrash: true as const }));
    const owning = schemaOf(table).byId.get(linkProps(field.state).ofFieldId!);
    if (owning === undefined) return none;
    const left = operandOf(owning);
    if (own === undefined) {
      // Whoever may not open the other table is told how many there are, and nothing else.
      const count = (id: string): Promise<number> =>
        records.count(reader.actor.organizationId, {
          table: tableId,
          where: { op: 'hasAny', left, values: [id] },
          allow: everything,
          sort: [],
        });
      return Promise.all(ids.map(async (id) => ({ links: [], more: 0, hidden: await count(id) })));
    }
    const { select, labelOf } = await labeller(reader.actor, own);
    const selected = [...select, { ...left, key: owning.id }];
    const narrow = own.grant.rowPredicate !== everyRow;
    const has = (values: readonly string[]): Predicate => ({ op: 'hasAny', left, values });
    const all = await rowsOf(reader, tableId, has(ids), own.grant.rowPredicate, selected, mostNamed);
    const shown = async (id: string, rows: readonly Row[] | undefined): Promise<Shown> => {
      const mine = rows ?? (await rowsOf(reader, tableId, has([id]), own.grant.rowPredicate, select, mostShown)).rows;
      const count = { table: tableId, where: has([id]), sort: [] };
      const { organizationId } = reader.actor;
      const seen =
        rows === undefined
          ? await records.count(organizationId, { ...count, allow: own.grant.rowPredicate })
          : mine.length;
      const whole = narrow ? await records.count(organizationId, { ...count, allow: everything }) : seen;
      return {
        links: mine.slice(0, mostShown).map((row) => ({ id: row.id, label: labelOf(row) })),
        more: Math.max(0, seen - mostShown),
        hidden: whole - seen,
      };
    };
    if (all.next !== undefined) return Promise.all(ids.map((id) => shown(id, undefined)));
    const byTarget = new Map<string, Row[]>(ids.map((id) => [id, []]));
    for (const row of all.rows)
      for (const id of (row.cells[owning.column] ?? []) as readonly string[]) byTarget.get(id)?.push(row);
    return Promise.all(ids.map((id) => shown(id, byTarget.get(id))));
  };

  const asksFor = (grant: Grant, asked: readonly string[] | undefined) => (field: SchemaField) =>
    maskAllows(grant.fieldMask, field.id) &&
    (asked === undefined || asked.includes(field.id) || asked.includes(field.name));
  const apartOf = (schema: Schema, grant: Grant, asked: readonly string[] | undefined): readonly SchemaField[] =>
    schema.apart.filter(asksFor(grant, asked));
  const fieldsOf = (schema: Schema, grant: Grant, asked: readonly string[] | undefined): readonly SchemaField[] =>
    schema.links.filter(asksFor(grant, asked));

  /** Puts links into records, as JSON texts, that were read without them. */
  const withLinks = async (
    reader: ReadFor,
    tableId: string,
    texts: readonly string[],
    format: Format,
    asked?: readonly string[],
  ): Promise<readonly string[]> => {
    if (texts.length === 0) return texts;
    const { fieldKey = 'id', expand } = format;
    const asText = decimalsAsText(format);
    const { schema, grant } = await queries.open(reader.actor, 'records.read', tableId);
    const fields = fieldsOf(schema, grant, asked);
    const apart = apartOf(schema, grant, asked);
    if (fields.length + apart.length === 0) return texts;
    const made = texts.map((text) => JSON.parse(text) as RecordJson);
    const shownRecords = made.filter((record) => record.fields !== undefined);
    const ids = shownRecords.map(({ id }) => id);
    const owning = fields.filter(({ links }) => links!.side === 'owning');
    const lists = new Map<string, Row>();
    if (owning.length > 0 && ids.length > 0) {
      const select = owning.map((field) => ({ ...operandOf(field), key: field.id }));
      for (const deleted of [false, true]) {
        const missing = ids.filter((id) => !lists.has(id));
        if (missing.length === 0) break;
        const { rows } = await records.rows(
          reader.actor.organizationId,
          {
            table: tableId,
            select,
            where: named(missing),
            allow: grant.rowPredicate,
            sort: [],
            limit: missing.length,
            deleted,
          },
          { asker: reader.actor.id },
        );
        for (const row of rows) lists.set(row.id, row);
      }
    }
    await Promise.all(
      fields.map(async (field) => {
        const shown =
          field.links!.side === 'owning'
            ? await owned(
                reader,
                field,
                ids.map((id) => (lists.get(id)?.cells[field.column] ?? []) as readonly string[]),
              )
            : await linking(reader, field, ids);
        shownRecords.forEach((record, i) => {
          const { links, more, hidden, inTrash } = shown[i]!;
          const key = field[fieldKey];
          if (links.length > 0) record.fields[key] = expand === 'labels' ? links : links.map(({ id }) => id);
          if (more + hidden > 0 || inTrash)
            (record.links ??= {})[key] = {
              ...(more > 0 && { more }),
              ...(hidden > 0 && { hidden }),
              ...(inTrash && { tableInTrash: true as const }),
            };
        });
      }),
    );
    const counted = apart.filter((field) => field.apart === 'comments');
    if (counted.length > 0) {
      const counts = await commentCounts(records, reader.actor, tableId, ids);
      for (const record of shownRecords)
        for (const field of counted) {
          const count = counts.get(record.id) ?? 0;
          record.fields[field[fieldKey]] = asText ? String(count) : count;
        }
    }
    const marked = apart.filter((field) => field.apart === 'starred');
    if (marked.length > 0) {
      const starred = new Set(await stars.of(reader.actor, tableId));
      for (const record of shownRecords)
        for (const field of marked) record.fields[field[fieldKey]] = starred.has(record.id);
    }
    for (const field of apart.filter((one) => one.apart === 'stays')) {
      const times = await stayTimes(records, { ...reader, schema, grant }, field, ids);
      const limit = limitOf(field);
      const calendar = limit === undefined ? undefined : await directory.facts(reader.actor);
      const limited = (since: number) =>
        limit === undefined || calendar === undefined ? {} : limitTimes(limit, since, calendar);
      for (const record of shownRecords) {
        const time = times.get(record.id);
        if (time !== undefined) record.fields[field[fieldKey]] = timeJson(time, asText, limited);
      }
    }
    return made.map((record) => JSON.stringify(record));
  };

  /** The same for a whole answer, `{records: [...], ...}` or one record. */
  const intoAnswer = async (
    reader: ReadFor,
    tableId: string,
    text: string,
    format: Format,
    asked?: readonly string[],
  ): Promise<string> => {
    const { schema } = await queries.open(reader.actor, 'records.read', tableId);
    if (schema.links.length + schema.apart.length === 0) return text;
    const answer = JSON.parse(text) as { records?: readonly object[] };
    if (answer.records === undefined) return (await withLinks(reader, tableId, [text], format, asked))[0]!;
    const filled = await withLinks(
      reader,
      tableId,
      answer.records.map((one) => JSON.stringify(one)),
      format,
      asked,
    );
    const { records: _records, ...rest } = answer;
    const more = JSON.stringify(rest).slice(1, -1);
    return `{"records":[${filled.join(',')}]${more === '' ? '' : `,${more}`}}`;
  };

  return { withLinks, intoAnswer };
};

export type LinkReader = ReturnType<typeof createLinkReader>;
