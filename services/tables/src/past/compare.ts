import type { RecordReader } from '@tessera/document-store';
import { createdPosition, type Predicate, type Row } from '@tessera/kernel';
import { sameCell } from '@tessera/proto/cells';
import { everyRow, maskAllows } from '@tessera/proto/rights';
import type { SchemaField } from '../definitions/schema.ts';
import { named } from '../links/named.ts';
import { answerBytes } from '../records/answer.ts';
import type { Authorized, QueryRequest } from '../records/query.ts';
import { rowsJson, type Format } from '../records/wire.ts';
import { invalid } from '../refusals.ts';
import { madeBy, type Past } from './pasts.ts';
import type { Asking, PastReads } from './read.ts';

/** A record that is other now than it was at a moment; `added` is one that was not in the table then. */
export type Difference = {
  readonly id: string;
  readonly mark: 'changed' | 'removed' | 'added';
  readonly was?: Row | undefined;
  readonly now?: Row | undefined;
  /** What differs of a record that was there then and is now. */
  readonly fields: readonly SchemaField[];
};
export type Differences = {
  readonly authorized: Authorized;
  readonly past: Past;
  /** Those that changed and those that were removed, by creation, then those that came back or came in since. */
  readonly known: readonly Difference[];
  /** Records that were made since: where they are found. */
  readonly made: Predicate;
};

/** `entered`: what the filter left out then and has now counts as added. */
type Compared = QueryRequest & { readonly entered?: boolean | undefined };

const idsAtOnce = 10_000;
const cursor = /^d(\d{1,8})$/;

type Ports = { readonly reads: PastReads; readonly records: RecordReader };

/** Tells what is other in a table now than it was at a moment, with the rights of now. */
export const createComparison = ({ reads, records }: Ports) => {
  const present = async (
    { actor, signal }: Asking,
    { query: { table, allow } }: Authorized,
    past: Past,
    ids: readonly string[],
    matching: readonly Predicate[] = [],
  ): Promise<ReadonlyMap<string, Row>> => {
    const found = new Map<string, Row>();
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      // What was made since is found by when it was made, also where it went to the trash and back.
      const where: Predicate = {
        op: 'and',
        items: [named(ids.slice(at, at + idsAtOnce)), madeBy(past.position), ...matching],
      };
      for (let after: string | undefined; ;) {
        const { rows, next } = await records.rows(
          actor.organizationId,
          {
            table,
            select: past.select,
            where,
            allow,
            sort: [],
            limit: 1000,
            ...(after !== undefined && { after }),
          },
          { ...(signal && { signal }), asker: actor.id },
        );
        for (const row of rows) found.set(row.id, row);
        if (next === undefined) break;
        after = next;
      }
    }
    return found;
  };

  /** What is other, without the records that were made since. Throws what a query of the past throws. */
  const differences = async (
    asking: Asking,
    tableId: string,
    asOf: string,
    { entered = false, ...request }: Compared,
    format: Format,
  ): Promise<Differences> => {
    const { authorized, past, turned } = await reads.turned(asking, tableId, asOf, request, format);
    const { schema, grant, query } = authorized;
    const compared = schema.fields.filter(
      (field) => field.system === undefined && past.knows(field) && maskAllows(grant.fieldMask, field.id),
    );
    const live = await present(asking, authorized, past, [...past.changed.keys()]);
    const known: Difference[] = turned.flatMap((then): readonly Difference[] => {
      const now = live.get(then.id);
      if (now === undefined) return [{ id: then.id, mark: 'removed', was: then, fields: [] }];
      const fields = compared.filter(({ column }) => !sameCell(then.cells[column] ?? null, now.cells[column] ?? null));
      return fields.length === 0 ? [] : [{ id: then.id, mark: 'changed', was: then, now, fields }];
    });
    const were = new Set((await past.rows()).map(({ id }) => id));
    const back = [...live.values()].filter(({ id }) => past.changed.has(id) && !were.has(id));
    const told = new Set([...turned, ...back].map(({ id }) => id));
    const came = entered
      ? [...(await present(asking, authorized, past, [...past.changed.keys()], [query.where])).values()].filter(
          ({ id }) => past.changed.has(id) && !told.has(id),
        )
      : [];
    return {
      authorized,
      past,
      known: [
        ...known,
        ...[...back, ...came].map((now): Difference => ({ id: now.id, mark: 'added', now, fields: [] })),
      ],
      made: {
        op: 'and',
        items: [
          query.where,
          {
            op: 'gt',
            left: { kind: 'field', column: createdPosition, storage: 'instant' },
            value: past.position,
          },
        ],
      },
    };
  };

  /** How many of the records that were made since are there. */
  const countMade = (
    { actor, signal }: Asking,
    { authorized: { query }, made }: Pick<Differences, 'authorized' | 'made'>,
  ): Promise<number> =>
    records.count(
      actor.organizationId,
      { table: query.table, where: made, allow: query.allow, sort: [], ...(query.search && { search: query.search }) },
      { ...(signal && { signal }), asker: actor.id },
    );
  const countsOf = (known: readonly Difference[], madeSince: number) => {
    const count = (mark: Difference['mark']): number => known.filter((one) => one.mark === mark).length;
    return { changed: count('changed'), removed: count('removed'), added: count('added') + madeSince };
  };

  return {
    differences,

    /** How many records are other, are gone, and came. */
    async counts(asking: Asking, tableId: string, asOf: string, request: Compared, format: Format) {
      const found = await differences(asking, tableId, asOf, request, format);
      return countsOf(found.known, await countMade(asking, found));
    },

    /** A page of what is other, as the API writes it. */
    async page(
      asking: Asking,
      tableId: string,
      asOf: string,
      { after, limit = 100, ...request }: Compared,
      format: Format,
    ): Promise<string> {
      const found = await differences(asking, tableId, asOf, request, format);
      const { authorized, past, known, made } = found;
      const { schema, grant, query } = authorized;
      const { actor, signal } = asking;
      const options = { ...(signal && { signal }), asker: actor.id };
      const at = after === undefined ? 0 : Number(cursor.exec(after)?.[1] ?? Number.NaN);
      if (Number.isNaN(at)) throw invalid('query.invalid_cursor');
      const madeSince = await countMade(asking, found);
      const shown = known.slice(at, at + limit);
      if (shown.length < limit && madeSince > 0) {
        const { rows } = await records.rows(
          actor.organizationId,
          {
            table: query.table,
            select: past.select,
            where: made,
            allow: query.allow,
            sort: [],
            limit: limit - shown.length,
            ...(query.search && { search: query.search }),
            ...(at > known.length && { offset: at - known.length }),
          },
          options,
        );
        shown.push(...rows.map((now): Difference => ({ id: now.id, mark: 'added', now, fields: [] })));
      }
      const fields = schema.fields.filter((field) => past.knows(field));
      const json = (rows: readonly (Row | undefined)[]): readonly string[] => {
        const texts = rowsJson(
          rows.filter((row) => row !== undefined),
          { ...schema, fields },
          { ...grant, rowPredicate: everyRow },
          format,
        );
        let next = 0;
        return rows.map((row) => (row === undefined ? 'null' : texts[next++]!));
      };
      const [was, now] = [json(shown.map((one) => one.was)), json(shown.map((one) => one.now))];
      const lines: string[] = [];
      for (let i = 0, bytes = 0; i < shown.length && bytes <= answerBytes; i++) {
        const { id, mark, fields: differing } = shown[i]!;
        const names = JSON.stringify(differing.map((field) => field.id));
        const line = `{"id":${JSON.stringify(id)},"mark":"${mark}","fields":${names},"was":${was[i]},"now":${now[i]}}`;
        bytes += Buffer.byteLength(line);
        lines.push(line);
      }
      const counts = countsOf(known, madeSince);
      const read = at + lines.length;
      const more = lines.length > 0 && read < known.length + madeSince;
      return (
        `{"counts":${JSON.stringify(counts)},"differences":[${lines.join(',')}]` + (more ? `,"next":"d${read}"}` : '}')
      );
    },
  };
};

export type Comparison = ReturnType<typeof createComparison>;
