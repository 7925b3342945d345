import type { Aggregate } from '@tessera/kernel';
import type { ConnectorsEvent, Plan } from '../events.ts';

export type ImportState = 'running' | 'done' | 'cancelled' | 'failed';

/** One import as its events tell it; `chunks`, `rows`, `misfits` and `leftOut` up to the last checkpoint. */
export type Import = {
  readonly plan: Plan;
  readonly state: ImportState;
  readonly tableId: string;
  readonly schemaVersion: number;
  readonly chunks: number;
  readonly rows: number;
  readonly misfits: number;
  /** Records that the rules of a table that was there refused. */
  readonly leftOut: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** The table was taken away since. */
  readonly tableGone?: boolean;
};

const countsOf = ({ rows, misfits, leftOut }: Pick<Import, 'rows' | 'misfits' | 'leftOut'>) => ({
  rows,
  misfits,
  leftOut,
});

// Every fold sets absolute values, so that folding an event twice is folding it once.
export const importAggregate: Aggregate<Import | undefined, ConnectorsEvent> = {
  kind: 'import',
  version: 5,
  initial: undefined,
  evolve: (state, event, context) => {
    if (event.$case === 'importPlanned') {
      return {
        plan: event.value,
        state: 'running',
        tableId: '',
        schemaVersion: 0,
        chunks: 0,
        rows: 0,
        misfits: 0,
        leftOut: 0,
        startedAt: context.time,
        endedAt: 0,
        error: null,
      };
    }
    if (state === undefined) return state;
    switch (event.$case) {
      case 'importTableMade':
        return { ...state, tableId: event.value.tableId, schemaVersion: event.value.schemaVersion };
      case 'importAdvanced':
        return { ...state, chunks: event.value.chunks, ...countsOf(event.value) };
      case 'importFinished':
        return { ...state, state: 'done', ...countsOf(event.value), endedAt: context.time };
      case 'importCancelled':
        return { ...state, state: 'cancelled', ...countsOf(event.value), endedAt: context.time };
      case 'importTableArchived':
        return { ...state, tableGone: true };
      case 'importTableRestored':
        return { ...state, tableGone: false };
      case 'importFailed': {
        const { code, message } = event.value;
        return { ...state, state: 'failed', ...countsOf(event.value), endedAt: context.time, error: { code, message } };
      }
    }
  },
};
