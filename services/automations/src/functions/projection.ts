import type { Projection } from '@tessera/kernel';
import type { AutomationsEvent } from '../events.ts';
import type { LowCodeFunction, Meter } from './evolve.ts';

/** The folded state with the version of its stream; its code lies with its versions. */
export type FunctionDocument = Omit<LowCodeFunction, 'sourceCode'> & { readonly revision: number };
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

/** In the order of versions. */
export const functionVersionId = (functionId: string, version: number): string =>
  `${functionId}:${String(version).padStart(6, '0')}`;

export const functionsModel: Projection<AutomationsEvent> = {
  name: 'functions',
  version: 1,
  project: (event, context, state) => {
    if (!event.$case.startsWith('function')) return [];
    const advance = context.advances.find(({ stream }) => stream.startsWith('function'));
    if (advance === undefined || !('version' in advance)) return [];
    if (event.$case === 'functionCalled') {
      const { functionId: id } = event.value;
      const document: MeterDocument = { ...(state(advance.stream) as Meter), id };
      return [{ op: 'document.put', collection: 'functionmeters', id, document }];
    }
    const folded = state(advance.stream) as LowCodeFunction | undefined;
    if (folded === undefined) return [];
    const { sourceCode: _, ...rest } = folded;
    const document: FunctionDocument = { ...rest, revision: advance.version };
    const put = { op: 'document.put', collection: 'functions', id: folded.id, document } as const;
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
