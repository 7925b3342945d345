import { read, type Loading } from '@tessera/kernel';
import type { Grant } from '@tessera/proto/rights';
import type { Schema } from '../definitions/schema.ts';
import { predicateColumns } from './needed.ts';
import { bareJson, rowsJson, shortLength, shownFields, type Format } from './wire.ts';

/** What the answer of a write holds at most, in bytes; beyond it, it says only which records have which version. */
export const answerBytes = 4_000_000;

/** Whether records fit into an answer. */
export const fitsAnswer = (records: readonly string[]): boolean => {
  let bytes = 0;
  for (const record of records) if ((bytes += Buffer.byteLength(record)) > answerBytes) return false;
  return true;
};

/**
 * Records as a write answers them: whole ones, or all of them by id and version alone, where whole ones would pass the
 * answer's bound. A single record (`whole`) always comes with its values.
 */
export function* loadAnswer(
  schema: Schema,
  grant: Grant,
  ids: readonly string[],
  format: Format & { readonly whole?: boolean },
): Loading<readonly string[]> {
  if (ids.length === 0) return [];
  const columns = shownFields(schema, grant, format).map(({ column }) => column);
  const rows = yield* read.rows(schema.table.id, ids, {
    columns: [...columns, ...predicateColumns(grant.rowPredicate)],
    ...(format.texts === 'short' && { cut: shortLength }),
    ...(format.whole !== true && { bytes: answerBytes }),
  });
  if (rows.length === ids.length) {
    const records = rowsJson(
      rows.filter((row) => row !== undefined),
      schema,
      grant,
      format,
    );
    if (format.whole === true || fitsAnswer(records)) return records;
  }
  const bare = yield* read.rows(schema.table.id, ids, { columns: [] });
  return bare.flatMap((row) => (row === undefined ? [] : [bareJson(row.id, row.version)]));
}
