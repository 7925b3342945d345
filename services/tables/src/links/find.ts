import type { RecordReader } from '@tessera/document-store';
import { readContextFor, type ReadContext } from '@tessera/fields';
import { isId, isText, type Actor, type Cell, type Predicate } from '@tessera/kernel';
import { maskAllows } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { operandOf, selectedColumn, uniqueKey, type SchemaField } from '../definitions/schema.ts';
import { isFieldError } from '../records/context.ts';
import { everybody } from '../records/people.ts';
import type { OpenedTable, Queries } from '../records/query.ts';

/**
 * The records of a table that texts mean, by text, of those that the actor may read: those with the text as a unique
 * value, else those that are called so. An id means itself, whether it may be read is seen where it is written. A text that means none is absent; one may mean several.
 */
export type FindRecords = (
  actor: Actor,
  tableId: string,
  texts: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

/** Values that one statement asks for. */
const atOnce = 500;
/** Records of one answer of the store. */
const pageSize = 1000;
/** Records that one text is told to mean: who reads the error wants to tell them apart, not to count them. */
const mostMeant = 6;

/** A text as a value of the field; null where it is none. */
const cellOf = ({ type, state, kind }: SchemaField, text: string, context: ReadContext): Cell | null => {
  try {
    return type.derived === undefined ? type.fromText(text, state.props, context) : isText(kind) ? text : null;
  } catch (error) {
    if (!isFieldError(error)) throw error;
    return null;
  }
};

export const createFindRecords = ({
  records,
  queries,
  directory,
}: {
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
}): FindRecords => {
  /** The ids of records by the key of their value, of these keys. */
  const holders = async (
    actor: Actor,
    { schema, grant }: OpenedTable,
    field: SchemaField,
    cells: ReadonlyMap<string, Cell>,
  ): Promise<ReadonlyMap<string, readonly string[]>> => {
    const left = operandOf(field);
    const found = new Map<string, string[]>();
    const values = [...cells.values()];
    for (let from = 0; from < values.length; from += atOnce) {
      const some = values.slice(from, from + atOnce) as string[];
      const where: Predicate = isText(field.kind)
        ? { op: 'in', left, values: some }
        : { op: 'or', items: some.map((value) => ({ op: 'eq', left, value })) };
      for (let after: string | undefined; ;) {
        const { rows, next } = await records.rows(
          actor.organizationId,
          {
            table: schema.table.id,
            select: [selectedColumn(field, 'id')],
            where,
            allow: grant.rowPredicate,
            sort: [],
            limit: pageSize,
            ...(after !== undefined && { after }),
          },
          { asker: actor.id },
        );
        for (const { id, cells: own } of rows) {
          const key = uniqueKey(field, own[field.column])!;
          const ids = found.get(key);
          if (ids === undefined) found.set(key, [id]);
          else if (ids.length < mostMeant) ids.push(id);
        }
        if (next === undefined) break;
        after = next;
      }
    }
    return found;
  };

  return async (actor, tableId, texts) => {
    const meant = new Map<string, readonly string[]>();
    let table: OpenedTable;
    try {
      table = await queries.open(actor, 'records.read', tableId);
    } catch {
      // Whether it is gone, in the trash or hidden: no text means a record of it.
      return meant;
    }
    const { schema, grant } = table;
    for (const text of texts) if (isId(text)) meant.set(text, [text]);
    const facts = await directory.facts(actor);
    const context: ReadContext = {
      ...readContextFor(facts.language, facts.timezone),
      findUser: everybody(facts).findUser,
    };
    const label = schema.byId.get(schema.table.labelFieldId);
    const fields = new Set(schema.fields.filter(({ type, claimScope }) => type.keyable && claimScope !== undefined));
    if (label !== undefined && label.links === undefined) fields.add(label);
    for (const field of fields) {
      if (!maskAllows(grant.fieldMask, field.id)) continue;
      const cells = new Map<string, Cell>();
      const keys = new Map<string, string>();
      for (const text of texts) {
        if (meant.has(text)) continue;
        const cell = cellOf(field, text, context);
        const key = typeof cell === 'object' ? undefined : uniqueKey(field, cell);
        if (key === undefined) continue;
        keys.set(text, key);
        cells.set(key, cell!);
      }
      if (cells.size === 0) continue;
      const found = await holders(actor, table, field, cells);
      for (const [text, key] of keys) if (found.has(key)) meant.set(text, found.get(key)!);
    }
    return meant;
  };
};
