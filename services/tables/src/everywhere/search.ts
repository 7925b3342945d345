import type { DocumentReader, RecordReader } from '@tessera/document-store';
import { isRejection, type Actor } from '@tessera/kernel';
import { maskAllows } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { listTables } from '../definitions/list.ts';
import { operandOf } from '../definitions/schema.ts';
import { withUsers } from '../fields/convert.ts';
import { everybody } from '../records/people.ts';
import type { Queries } from '../records/query.ts';

/** Tables that one search looks into, those that changed last before the others. */
const mostTables = 200;
/** Of one table, so that a large one does not hide the others. */
const mostOfTable = 5;
const atOnce = 4;
/** A search begins with no further table after this, in ms: what was found by then is the answer. */
const patienceMs = 400;
const longestLabel = 200;

export type Found = {
  readonly tableId: string;
  readonly tableLabel: string;
  readonly id: string;
  /** What names the record; empty where nothing does, or where its reader may not see it. */
  readonly label: string;
};

type Ports = {
  readonly documents: DocumentReader;
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
};

/** Finds records by their texts in all tables that the actor may read, each with the rights of its table. */
export const createSearch = ({ documents, records, queries, directory }: Ports) => {
  const inTable = async (
    actor: Actor,
    table: { readonly id: string; readonly label: string },
    text: string,
    signal: AbortSignal,
  ): Promise<readonly Found[]> => {
    const { schema, grant, query } = await queries.authorizedQuery(actor, table.id, {
      search: text,
      fields: [],
      limit: mostOfTable,
    });
    const field = schema.byId.get(schema.table.labelFieldId);
    const named = field !== undefined && field.links === undefined && maskAllows(grant.fieldMask, field.id);
    const { rows } = await records.rows(
      actor.organizationId,
      {
        ...query,
        select: named
          ? [{ ...operandOf(field), key: field.id, ...(field.parts !== undefined && { parts: field.parts }) }]
          : [],
      },
      { signal, asker: actor.id },
    );
    const facts = await directory.facts(actor);
    const context = withUsers({ locale: facts.language, timezone: facts.timezone }, everybody(facts));
    return rows.map((row) => {
      const cell = named ? (row.cells[field.column] ?? null) : null;
      const label = cell === null ? '' : field!.type.toText(cell, field!.state.props, context).slice(0, longestLabel);
      return { tableId: table.id, tableLabel: table.label, id: row.id, label };
    });
  };

  return async (actor: Actor, text: string, limit: number, signal: AbortSignal): Promise<readonly Found[]> => {
    const tables = (await listTables(documents, actor))
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
      .slice(0, mostTables);
    const found: (readonly Found[])[] = tables.map(() => []);
    const until = performance.now() + patienceMs;
    let next = 0;
    let count = 0;
    const work = async (): Promise<void> => {
      while (next < tables.length && count < limit && performance.now() < until && !signal.aborted) {
        const at = next++;
        try {
          found[at] = await inTable(actor, tables[at]!, text, signal);
          count += found[at].length;
        } catch (error) {
          // A table that went away meanwhile, or whose records the actor may not read, has nothing to tell.
          if (!isRejection(error)) throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return found.flat().slice(0, limit);
  };
};
