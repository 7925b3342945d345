import { randomBytes } from 'node:crypto';
import type { ServicePorts } from '@tessera/runtime';
import { credentialHash } from '@tessera/web';

/** Whose address it is. */
export type Addressed = { readonly organizationId: string; readonly automationId: string };
type Kept = {
  readonly secret: string;
  /** The commit that made it, by which a repeated request is told the same one. */
  readonly madeBy: string;
};

export const bucket = 'hook-addresses';
/** Addresses are found before anybody's organization is known. */
const nobodys = '';

/** The addresses of automations, by secrets that nobody guesses; kept in the vault, whole, since their editors read them. */
export const createAddresses = ({ vault }: Pick<ServicePorts, 'vault'>) => addressesIn(vault, bucket);

/** Addresses of one kind, each kind in its own bucket. */
export const addressesIn = (vault: ServicePorts['vault'], bucket: string) => {
  const get = ({ organizationId, automationId }: Addressed): Promise<Kept | undefined> =>
    vault.get<Kept>(organizationId, bucket, automationId);
  const newSecret = (): string => randomBytes(24).toString('base64url');
  const lead = (secret: string, to: Addressed): Promise<void> => vault.put(nobodys, bucket, credentialHash(secret), to);
  return {
    find: (secret: string): Promise<Addressed | undefined> =>
      vault.get<Addressed>(nobodys, bucket, credentialHash(secret)),
    /** The address that it has, or its first one. */
    of: async (addressed: Addressed): Promise<string> => {
      const { organizationId, automationId } = addressed;
      const known = await get(addressed);
      if (known !== undefined) return known.secret;
      const made: Kept = { secret: newSecret(), madeBy: '' };
      await vault.compareAndPut(organizationId, bucket, automationId, undefined, made);
      const { secret } = (await get(addressed)) ?? made;
      await lead(secret, addressed);
      return secret;
    },
    /** Another one, once for a commit; the one before leads nowhere from then on. */
    next: async (addressed: Addressed, madeBy: string): Promise<string> => {
      const { organizationId, automationId } = addressed;
      const known = await get(addressed);
      if (known !== undefined && known.madeBy === madeBy) return known.secret;
      const secret = newSecret();
      await lead(secret, addressed);
      await vault.put(organizationId, bucket, automationId, { secret, madeBy } satisfies Kept);
      if (known !== undefined) await vault.delete(nobodys, bucket, credentialHash(known.secret));
      return secret;
    },
  };
};
export type Addresses = ReturnType<typeof createAddresses>;
