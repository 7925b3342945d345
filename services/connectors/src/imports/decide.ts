import { read, type CommandHandler, type Decision, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { importStream, type ConnectorsEvent, type Plan } from '../events.ts';
import type { Import } from './evolve.ts';
import { conflict, invalid, notFound } from '../refusals.ts';

type Loaded = Snapshot<Import | undefined>;

export type PlanImport = { readonly plan: Plan };
export type MakeTable = { readonly operationId: string; readonly tableId: string; readonly schemaVersion: number };
export type Advance = {
  readonly operationId: string;
  readonly chunks: number;
  readonly rows: number;
  readonly misfits: number;
  readonly leftOut: number;
};
export type End = {
  readonly operationId: string;
  readonly as: 'done' | 'cancelled' | 'failed';
  readonly rows: number;
  readonly misfits: number;
  readonly leftOut: number;
  readonly code?: string;
  readonly message?: string;
};

function* load(operationId: string): Loading<Loaded> {
  return yield* read.snapshot<Import | undefined>(importStream(operationId));
}
const one = (operationId: string, version: number, event: ConnectorsEvent): Decision<ConnectorsEvent> => ({
  events: [{ event, advances: [{ stream: importStream(operationId), version: version + 1 }] }],
});
const nothing: Decision<ConnectorsEvent> = { events: [] };
const running = ({ state }: Loaded): Import => {
  if (state === undefined) throw notFound('imports.not_found');
  return state;
};

const maxLabel = 45;

export const planImport: CommandHandler<PlanImport, Loaded, ConnectorsEvent, null> = {
  load: ({ plan }) => load(plan.operationId),
  decide: ({ plan }, { version, state }, { meta }) => {
    if (plan.tableId === '') requireRight(meta.actor, 'imports.create');
    else requireRight(meta.actor, 'imports.fill', plan.tableId);
    if (state !== undefined) throw conflict('imports.exists');
    if (plan.label.trim() === '') throw invalid('imports.label_required');
    if (plan.tableId === '' && plan.label.length > maxLabel)
      throw invalid('imports.label_too_long', `A table's name has at most ${maxLabel} characters.`, {
        limit: maxLabel,
      });
    if (plan.columns.length === 0) throw invalid('imports.no_fields');
    return one(plan.operationId, version, { $case: 'importPlanned', value: plan });
  },
  *answer() {
    return null;
  },
};

export const noteTable: CommandHandler<MakeTable, Loaded, ConnectorsEvent, null> = {
  load: ({ operationId }) => load(operationId),
  decide: ({ operationId, tableId, schemaVersion }, loaded) =>
    running(loaded).tableId === ''
      ? one(operationId, loaded.version, { $case: 'importTableMade', value: { operationId, tableId, schemaVersion } })
      : nothing,
  *answer() {
    return null;
  },
};

export const noteAdvance: CommandHandler<Advance, Loaded, ConnectorsEvent, null> = {
  load: ({ operationId }) => load(operationId),
  decide: (command, loaded) => {
    const { state, chunks } = running(loaded);
    return state === 'running' && command.chunks > chunks
      ? one(command.operationId, loaded.version, { $case: 'importAdvanced', value: { ...command } })
      : nothing;
  },
  *answer() {
    return null;
  },
};

/** Notes that the import's table went or came back; what is known already changes nothing. */
export const noteTableGone: CommandHandler<
  { readonly operationId: string; readonly gone: boolean },
  Loaded,
  ConnectorsEvent,
  null
> = {
  load: ({ operationId }) => load(operationId),
  decide: ({ operationId, gone }, loaded) =>
    (running(loaded).tableGone ?? false) === gone
      ? nothing
      : one(operationId, loaded.version, {
          $case: gone ? 'importTableArchived' : 'importTableRestored',
          value: { operationId },
        }),
  *answer() {
    return null;
  },
};

/** Ends an import once; a later end changes nothing. */
export const endImport: CommandHandler<End, Loaded, ConnectorsEvent, null> = {
  load: ({ operationId }) => load(operationId),
  decide: ({ operationId, as, rows, misfits, leftOut, code = '', message = '' }, loaded) => {
    if (running(loaded).state !== 'running') return nothing;
    if (as === 'failed')
      return one(operationId, loaded.version, {
        $case: 'importFailed',
        value: { operationId, code, message, rows, misfits, leftOut },
      });
    return one(operationId, loaded.version, {
      $case: as === 'done' ? 'importFinished' : 'importCancelled',
      value: { operationId, rows, misfits, leftOut },
    });
  },
  *answer() {
    return null;
  },
};
