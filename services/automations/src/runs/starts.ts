import { triggerType, type Trigger } from '@tessera/proto/automations';
import type { Listener } from '../automations/projection.ts';

/** Runs that caused one another, at most. */
export const mostDepth = 8;
/** Runs of one automation an hour that runs cause. */
export const mostCausedAnHour = 1_000;

/** A change of records, as far as it decides what starts. */
export type Change = {
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly time: number;
  readonly origin: string;
  readonly runAutomations: boolean;
  /** Fields that changed, of any of the records. */
  readonly fieldIds: ReadonlySet<string>;
  /** The form whose answers the records are; empty where they are none. */
  readonly formId: string;
};

/** Whether a change of a table may start an automation at all; which of its records do is asked with their values. */
export const mayStart = (
  { since, triggerJson }: Pick<Listener, 'since' | 'triggerJson'>,
  { kind, time, origin, runAutomations, fieldIds, formId }: Change,
): boolean => {
  if (time < since || origin === 'undo') return false;
  const { type, config } = JSON.parse(triggerJson) as Trigger;
  const known = triggerType(type);
  if (known?.on?.includes(kind) !== true) return false;
  if (known.ofForms === true && (formId === '' || ![undefined, null, '', formId].includes(config['formId'] as string)))
    return false;
  if (!runAutomations) return false;
  if (origin === 'import' && config['imports'] !== true) return false;
  const wanted = config['fieldIds'];
  if (kind !== 'updated' || !Array.isArray(wanted) || wanted.length === 0) return true;
  return wanted.some((id) => fieldIds.has(id as string));
};

/** Why a run is stopped before it does anything; undefined where it goes on. */
export const stopOf = (
  depth: number,
  overHour: boolean,
): { readonly code: string; readonly reason: string } | undefined => {
  if (depth > mostDepth)
    return { code: 'automations.too_deep', reason: `More than ${mostDepth} automations started one another.` };
  if (overHour)
    return {
      code: 'automations.too_often',
      reason: `Other automations started this one more than ${mostCausedAnHour} times in an hour.`,
    };
  return undefined;
};

/** Failed tries until a step fails. */
export const mostAttempts = 5;

/** The wait before the next try, in ms: doubling from 5 s, and between half and all of it. */
export const backOff = (attempts: number, random: number): number =>
  Math.round(Math.min(3_600_000, 5_000 * 4 ** (attempts - 1)) * (0.5 + random / 2));
