import type { ServicePorts } from '@tessera/runtime';
import { credentialHash } from '@tessera/web';
import { makeKeys, type PushKeys, type Subscription } from './message.ts';

type Vault = ServicePorts['vault'];

const keys = 'push-keys';
const byPerson = 'push-subscriptions';
const byEndpoint = 'push-endpoints';
export const pushBuckets: readonly string[] = [keys, byPerson, byEndpoint];

/** Browsers of one person; with another one the oldest is told no more. */
const mostBrowsers = 10;

type Kept = Subscription & { readonly at: number };
/** Whose browser it is: one that another person takes over tells nothing of the first. */
type Owner = { readonly organizationId: string; readonly userId: string };

/** What browsers gave to be told by, and the keys of the installation: secrets, which are no events (docs/events.md 7). */
export const createSubscriptions = (vault: Vault) => {
  let known: Promise<PushKeys> | undefined;
  const readKeys = async (): Promise<PushKeys> => {
    await vault.compareAndPut('', keys, 'key', undefined, makeKeys());
    return (await vault.get<PushKeys>('', keys, 'key'))!;
  };
  const keyOf = (userId: string, endpoint: string): string => `${userId}.${credentialHash(endpoint)}`;
  const list = (organizationId: string, userId: string) =>
    vault.list<Kept>(organizationId, byPerson, `${userId}.`, mostBrowsers * 2);

  const drop = async (organizationId: string, userId: string, endpoint: string): Promise<void> => {
    await vault.delete(organizationId, byPerson, keyOf(userId, endpoint));
    const hash = credentialHash(endpoint);
    const owner = await vault.get<Owner>('', byEndpoint, hash);
    if (owner?.userId === userId && owner.organizationId === organizationId) await vault.delete('', byEndpoint, hash);
  };

  return {
    /** The keys of the installation, made once. */
    keys: (): Promise<PushKeys> =>
      (known ??= readKeys().catch((error: unknown) => {
        known = undefined;
        throw error;
      })),
    of: async (organizationId: string, userId: string): Promise<readonly Subscription[]> =>
      (await list(organizationId, userId)).map(({ value }) => value),
    has: async (organizationId: string, userId: string): Promise<boolean> =>
      (await vault.list<Kept>(organizationId, byPerson, `${userId}.`, 1)).length > 0,
    add: async (organizationId: string, userId: string, one: Subscription, at: number): Promise<void> => {
      const hash = credentialHash(one.endpoint);
      const before = await vault.get<Owner>('', byEndpoint, hash);
      if (before !== undefined && (before.userId !== userId || before.organizationId !== organizationId))
        await drop(before.organizationId, before.userId, one.endpoint);
      await vault.put('', byEndpoint, hash, { organizationId, userId } satisfies Owner);
      await vault.put(organizationId, byPerson, keyOf(userId, one.endpoint), { ...one, at } satisfies Kept);
      const all = (await list(organizationId, userId)).toSorted((a, b) => b.value.at - a.value.at);
      for (const { value } of all.slice(mostBrowsers)) await drop(organizationId, userId, value.endpoint);
    },
    drop,
  };
};
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Nothing of a person who is forgotten reaches their browsers. */
export const eraseSubscriptions = async (
  { vault }: { readonly vault: Vault },
  organizationId: string,
  userId: string,
): Promise<void> => {
  const subscriptions = createSubscriptions(vault);
  for (const { endpoint } of await subscriptions.of(organizationId, userId))
    await subscriptions.drop(organizationId, userId, endpoint);
};
