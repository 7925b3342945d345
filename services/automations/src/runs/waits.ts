import { isDate, resolve, type Compute, type Scope, type Step } from '@tessera/proto/automations';
import { invalid } from '../refusals.ts';
import { zoneOffset } from '@tessera/kernel/zones';

/** What went before is kept so long. */
const longestMs = 90 * 24 * 3_600_000;

/** Steps that do nothing but wait. */
export const waits = (type: string): boolean => type === 'delay' || type === 'wait_until';

/** A day begins where the organization is; a moment says itself when it is. Undefined for what is neither. */
export const momentOf = (value: unknown, zone: string): number | undefined => {
  if (typeof value !== 'string') return undefined;
  if (isDate(value)) {
    const midnight = Date.parse(`${value}T00:00:00Z`);
    const first = midnight - zoneOffset(midnight, zone);
    // The offset at midnight there, where the clocks change between the two.
    return midnight - zoneOffset(first, zone);
  }
  const at = /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:?\d{2})$/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
};

/** Until when a step waits, in ms. Throws where it does not say so, or for more than 90 days. */
export const waitEnd = (
  { type, config }: Step,
  scope: Scope,
  compute: Compute,
  { now, zone }: { readonly now: number; readonly zone: string },
): number => {
  if (type === 'delay') return now + Number(config['seconds'] ?? 0) * 1_000;
  const at = momentOf(resolve(config['at'], scope, compute), zone);
  if (at === undefined) throw invalid('automations.date_wrong');
  if (at > now + longestMs) throw invalid('automations.wait_too_long');
  return at;
};
