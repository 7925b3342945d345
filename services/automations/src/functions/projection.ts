import type { Projection } from '@tessera/kernel';
import type { AutomationsEvent, EventOf } from '../events.ts';
import type { LowCodeFunction, Meter } from './evolve.ts';

/** The folded state with the version of its stream; its code lies with its versions. */
export type FunctionDocument = Omit<LowCodeFunction, 'sourceCode'> & {
  readonly revision: number;
  /** The table whose records start it; '' while none do. */
  readonly hears: string;
};
/** A trigger hears while it is on, and has code. */
const hearsOf = ({ settings, active, deleted, version }: LowCodeFunction): string =>
  active && deleted === undefined && version > 0 ? settings.triggerTableId : '';
export type FunctionVersionDocument = {
  readonly id: string;
  readonly functionId: string;
  readonly version: number;
  readonly sourceCode: string;
  readonly note: string;
  readonly language: string;
  readonly isAsync: boolean;
  readonly restoredVersion: number;
  readonly at: number;
  readonly by: string;
};
export type MeterDocument = Meter & { readonly id: string };
/** One of the last calls of a function. */
export type CallDocument = Omit<EventOf<'functionCalled'>, 'month'> & { readonly id: string };

/** So many calls of a function are remembered; a later one takes the place of the oldest. */
const mostCalls = 200;
export const callSlot = (functionId: string, number: number): string =>
  `${functionId}:${String(number % mostCalls).padStart(3, '0')}`;

/** In the order of versions. */
export const functionVersionId = (functionId: string, version: number): string =>
  `${functionId}:${String(version).padStart(6, '0')}`;

export const functionsModel: Projection<AutomationsEvent> = {
  name: 'functions',
  version: 2,
  project: (event, context, state) => {
    if (!event.$case.startsWith('function')) return [];
    const advance = context.advances.find(({ stream }) => stream.startsWith('function'));
    if (advance === undefined || !('version' in advance)) return [];
    if (event.$case === 'functionCalled') {
      const { month: _, ...called } = event.value;
      const { functionId: id, number } = called;
      const meter: MeterDocument = { ...(state(advance.stream) as Meter), id };
      const slot = callSlot(id, number);
      const kept: CallDocument = { ...called, id: slot };
      return [
        { op: 'document.put', collection: 'functionmeters', id, document: meter },
        // Calls of before were counted alone.
        ...(number === 0
          ? []
          : [{ op: 'document.put', collection: 'functioncalls', id: slot, document: kept } as const]),
      ];
    }
    const folded = state(advance.stream) as LowCodeFunction | undefined;
    if (folded === undefined) return [];
    const { sourceCode: _, ...rest } = folded;
    const document: FunctionDocument = { ...rest, revision: advance.version, hears: hearsOf(folded) };
    const put = { op: 'document.put', collection: 'functions', id: folded.id, document } as const;
    if (event.$case === 'functionErased') {
      const versions = Array.from({ length: folded.version }, (_, at) => functionVersionId(folded.id, at + 1));
      const calls = Array.from({ length: mostCalls }, (_, at) => callSlot(folded.id, at));
      return [
        put,
        ...versions.map((id) => ({ op: 'document.delete', collection: 'functionversions', id }) as const),
        ...calls.map((id) => ({ op: 'document.delete', collection: 'functioncalls', id }) as const),
      ];
    }
    if (event.$case !== 'functionVersionSaved') return [put];
    const { functionId, version, sourceCode, note, language, isAsync, restoredVersion } = event.value;
    const id = functionVersionId(functionId, version);
    const saved: FunctionVersionDocument = {
      id,
      functionId,
      version,
      sourceCode,
      note,
      language,
      isAsync,
      restoredVersion,
      at: context.time,
      by: context.actorId,
    };
    return [put, { op: 'document.put', collection: 'functionversions', id, document: saved }];
  },
};
