import { randomBytes } from 'node:crypto';
import type { ServicePorts } from '@tessera/runtime';

/** What signs the deliveries of a webhook, or the calls of an address. Never in an event (docs/events.md 7). */
type Kept = {
  readonly secret: string;
  /** The commit that made it, by which a repeated request is told the same one. */
  readonly madeBy: string;
  readonly before?: { readonly secret: string; readonly until: number };
};

export const webhookBucket = 'webhook-secrets';
/** Of the addresses of automations and incoming webhooks, by the id of either. */
export const addressSecrets = 'address-secrets';
/** So long the secret of before signs as well. */
const overlapMs = 24 * 3_600_000;

/** A secret as Standard Webhooks writes it. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Secrets of one kind, each kind in its own bucket. */
export const createSecrets = ({ vault, clock }: Pick<ServicePorts, 'vault' | 'clock'>, bucket = webhookBucket) => {
  const get = (organizationId: string, webhookId: string): Promise<Kept | undefined> =>
    vault.get<Kept>(organizationId, bucket, webhookId);
  /** The one before, while it signs. */
  const beforeOf = (kept: Kept | undefined): Kept['before'] =>
    kept?.before !== undefined && kept.before.until > clock() ? kept.before : undefined;
  return {
    /** The first secret of a webhook; the same one where it has one. */
    first: async (organizationId: string, webhookId: string): Promise<string> => {
      const made: Kept = { secret: newSecret(), madeBy: '' };
      await vault.compareAndPut(organizationId, bucket, webhookId, undefined, made);
      return ((await get(organizationId, webhookId)) ?? made).secret;
    },
    /** A new one, or the one that is given, once for a commit; the one before it signs for a day as well. */
    next: async (organizationId: string, webhookId: string, madeBy: string, given?: string): Promise<string> => {
      const known = await get(organizationId, webhookId);
      if (known !== undefined && known.madeBy === madeBy) return known.secret;
      const secret = given ?? newSecret();
      const before = known === undefined ? {} : { before: { secret: known.secret, until: clock() + overlapMs } };
      await vault.put(organizationId, bucket, webhookId, { secret, madeBy, ...before } satisfies Kept);
      return secret;
    },
    /** All that sign now, the newest first. */
    signing: async (organizationId: string, webhookId: string): Promise<readonly string[]> => {
      const known = await get(organizationId, webhookId);
      const before = beforeOf(known);
      return [known, before].flatMap((one) => (one === undefined ? [] : [one.secret]));
    },
    /** Until when the one before signs as well, in ms; undefined where none does. */
    overlap: async (organizationId: string, webhookId: string): Promise<number | undefined> =>
      beforeOf(await get(organizationId, webhookId))?.until,
    forget: (organizationId: string, webhookId: string): Promise<void> =>
      vault.delete(organizationId, bucket, webhookId),
  };
};
export type Secrets = ReturnType<typeof createSecrets>;
