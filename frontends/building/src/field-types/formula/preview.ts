import { fieldType } from '@tessera/fields';
import { api, type Field, type Id, type RecordData } from '@tessera/kit';
import { useEffect, useState } from 'react';
import type { Mistake } from './words.ts';

/** What a formula answers for some records: durations in seconds, `{error}` for one that cannot be computed. */
export type Answer = { readonly type: string; readonly values: readonly unknown[] };
export type Tried = {
  readonly records: readonly RecordData[];
  /** How many records there are. */
  readonly total: number;
  /** Of the last formula that was right. */
  readonly answer: Answer | null;
  /** Of the formula as it is; empty while it was not checked. */
  readonly mistakes: readonly Mistake[];
  /** The text that the mistakes are of, and whether the answer is of it. */
  readonly checked: string;
  readonly failed: boolean;
};

/** How many records a formula is tried on, and how long after the last key, in ms. */
const mostTried = 5;
const checkAfter = 150;

/** Tries a formula on the first records of a table while it is typed. */
export const useTried = (tableId: Id, formula: string): Tried => {
  const [tried, setTried] = useState<Tried>({
    records: [],
    total: 0,
    answer: null,
    mistakes: [],
    checked: '',
    failed: false,
  });
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    const ask = { path: { table: tableId }, signal: abort.signal } as const;
    Promise.all([
      api.post('/v3/tables/{table}/records/query', { ...ask, body: { limit: mostTried } }),
      api.post('/v3/tables/{table}/records/count', { ...ask, body: {} }),
    ]).then(
      ([page, { total }]) => {
        setTried((before) => ({ ...before, records: page.records, total }));
        setLoaded(true);
      },
      () => {
        if (!abort.signal.aborted) setLoaded(true);
      },
    );
    return () => abort.abort();
  }, [tableId]);
  useEffect(() => {
    if (!loaded) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      api
        .post('/v3/tables/{table}/formulas/preview', {
          path: { table: tableId },
          body: { formula, recordIds: tried.records.map(({ id }) => id) },
          signal: abort.signal,
        })
        .then(
          ({ type, values, errors }) =>
            setTried((before) => ({
              ...before,
              checked: formula,
              mistakes: errors as readonly Mistake[],
              answer: type === null ? before.answer : { type, values },
              failed: false,
            })),
          () => {
            if (!abort.signal.aborted) setTried((before) => ({ ...before, failed: true }));
          },
        );
    }, checkAfter);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // The records come once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [formula, tableId, loaded]);
  return tried;
};

/** The name of a record: what its first field that names records has. */
export const labelField = (fields: readonly Field[]): Field | undefined =>
  fields.find((field) => fieldType(field.type)?.namesRecords) ?? fields[0];
