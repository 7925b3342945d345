import type { Projection } from '@tessera/kernel';
import { importStream, type ConnectorsEvent } from '../events.ts';
import type { Import, ImportState } from './evolve.ts';

/** An import as reads see it; the whole plan stays in the log. */
export type ImportDocument = {
  readonly id: string;
  readonly identifier: string;
  readonly userId: string;
  readonly label: string;
  readonly fileName: string;
  readonly state: ImportState;
  readonly done: number;
  readonly total: number;
  readonly misfits: number;
  readonly chunks: number;
  readonly fields: number;
  readonly tableId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly schemaVersion: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly tableGone: boolean;
};

export const importsModel: Projection<ConnectorsEvent> = {
  name: 'imports',
  version: 2,
  project: (event, _context, state) => {
    const { operationId } = event.value;
    const folded = state(importStream(operationId)) as Import | undefined;
    if (folded === undefined) return [];
    const { plan } = folded;
    const document: ImportDocument = {
      id: operationId,
      identifier: plan.identifier,
      userId: plan.userId,
      label: plan.label,
      fileName: plan.file?.name ?? '',
      state: folded.state,
      done: folded.rows,
      total: plan.rows,
      misfits: folded.misfits,
      chunks: folded.chunks,
      fields: plan.columns.length,
      tableId: folded.tableId,
      schemaVersion: folded.schemaVersion,
      startedAt: folded.startedAt,
      endedAt: folded.endedAt,
      error: folded.error,
      tableGone: folded.tableGone ?? false,
    };
    return [{ op: 'document.put', collection: 'imports', id: operationId, document }];
  },
};
