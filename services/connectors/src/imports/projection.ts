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
  readonly file: string;
  readonly state: ImportState;
  readonly done: number;
  readonly total: number;
  readonly misfits: number;
  readonly leftOut: number;
  /** Whether the table was there before. */
  readonly into: boolean;
  readonly chunks: number;
  readonly fields: number;
  readonly tableId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly schemaVersion: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly tableGone: boolean;
  readonly report: {
    readonly losses: {
      readonly name: string;
      readonly reason: string;
      readonly count: number;
      readonly examples: { readonly value: string; readonly row: number }[];
    }[];
    readonly leftColumns: string[];
    readonly newFields: string[];
    readonly totalsLeftOut: boolean;
  };
};

export const importsModel: Projection<ConnectorsEvent> = {
  name: 'imports',
  version: 5,
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
      file: plan.file?.handle ?? '',
      state: folded.state,
      done: folded.rows,
      total: plan.rows,
      misfits: folded.misfits,
      leftOut: folded.leftOut,
      into: plan.tableId !== '',
      chunks: folded.chunks,
      fields: plan.columns.length,
      tableId: folded.tableId,
      schemaVersion: folded.schemaVersion,
      startedAt: folded.startedAt,
      endedAt: folded.endedAt,
      error: folded.error,
      tableGone: folded.tableGone ?? false,
      report: {
        losses: plan.losses,
        leftColumns: plan.leftColumns,
        newFields: plan.columns.flatMap(({ newField, field }) => (newField ? field!.name : [])),
        totalsLeftOut: plan.layout?.leaveOutTotals ?? false,
      },
    };
    return [{ op: 'document.put', collection: 'imports', id: operationId, document }];
  },
};
