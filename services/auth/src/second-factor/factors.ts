import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { credentialHash } from '@tessera/web';
import type { AccountDocument } from '../projection.ts';
import { drop } from '../small-state.ts';
import type { Way } from '../sessions/sessions.ts';
import { base32, stepOf } from './totp.ts';

/** What the vault keeps for an account: what makes the codes, the last step that was used, and the hashes of what is left of the recovery codes. */
type Factor = { readonly secret: string; readonly lastStep: number; readonly recovery: readonly string[] };
type Setup = { readonly secret: string };
/** A login whose password was right and whose code is awaited. */
type Pending = {
  readonly accountId: string;
  readonly credentialVersion: number;
  readonly way: Way;
  /** Where it leads; absent in what an earlier release kept. */
  readonly organizationId?: string;
};

const recoveryCodes = 10;
const setupLife = 15 * 60 * 1000;
const pendingLife = 5 * 60 * 1000;
const factors = 'second-factor';
const setups = 'second-factor-setup';
const pending = 'verify-session';
/** Without the letters that look like others. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

const newRecoveryCode = (): string => {
  const five = (): string => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return `${five()}-${five()}`;
};
/** As it is compared: people leave out the dash and write capitals. */
const plain = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '');
const hashOf = (accountId: string, code: string): string => credentialHash(`${accountId} ${plain(code)}`);

type Ports = Pick<ServicePorts, 'vault' | 'state'> & { readonly clock: Clock };

/** Codes of apps and recovery codes: what checks them is in the vault, and each works once. */
export const createFactors = ({ vault, clock }: Ports) => ({
  /** Begins: answers the secret for the app, which is kept for a quarter of an hour. */
  begin: async (accountId: string): Promise<string> => {
    const secret = randomBytes(20);
    const setup: Setup = { secret: secret.toString('hex') };
    await vault.put('', setups, accountId, setup, { expiresAt: clock() + setupLife });
    return base32(secret);
  },
  /** Takes the first code of the app; answers the recovery codes, which nobody can read again, or nothing for a wrong code. */
  confirm: async (accountId: string, code: string): Promise<readonly string[] | undefined> => {
    const setup = await vault.get<Setup>('', setups, accountId);
    if (setup === undefined) return undefined;
    const step = stepOf(Buffer.from(setup.secret, 'hex'), code, clock(), 0);
    if (step === undefined) return undefined;
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
    const recovery = codes.map((one) => hashOf(accountId, one));
    await vault.put('', factors, accountId, { secret: setup.secret, lastStep: step, recovery } satisfies Factor);
    await vault.delete('', setups, accountId);
    return codes;
  },
  /** Whether a code of the app or a recovery code is right; it works no more then. */
  use: async (accountId: string, code: string): Promise<boolean> => {
    const found = await vault.getWithEtag<Factor>('', factors, accountId);
    if (found === undefined) return false;
    const { value, etag } = found;
    const step = stepOf(Buffer.from(value.secret, 'hex'), plain(code), clock(), value.lastStep);
    const hash = hashOf(accountId, code);
    if (step === undefined && !value.recovery.includes(hash)) return false;
    const next: Factor =
      step === undefined
        ? { ...value, recovery: value.recovery.filter((one) => one !== hash) }
        : { ...value, lastStep: step };
    // Of two that come with one code, one is let in.
    return vault.compareAndPut('', factors, accountId, etag, next);
  },
  left: async (accountId: string): Promise<number> =>
    (await vault.get<Factor>('', factors, accountId))?.recovery.length ?? 0,
  drop: (accountId: string): Promise<void> => vault.delete('', factors, accountId),
  /** Remembers that a password was right; answers what the code comes with. */
  await: async (
    account: Pick<AccountDocument, 'id' | 'organizationId' | 'credentialVersion'>,
    way: Way,
  ): Promise<string> => {
    const token = randomBytes(32).toString('base64url');
    const { id: accountId, credentialVersion, organizationId } = account;
    const value: Pending = { accountId, credentialVersion, organizationId, way };
    await vault.put('', pending, credentialHash(token), value, { expiresAt: clock() + pendingLife });
    return token;
  },
  awaited: (token: string): Promise<Pending | undefined> => vault.get<Pending>('', pending, credentialHash(token)),
  came: (token: string): Promise<void> => vault.delete('', pending, credentialHash(token)),
});

/** For a person who is forgotten, and for the restore of a backup: logins that wait for a code, and those of one account. */
export const dropFactors = async (vault: ServicePorts['vault'], accountId?: string): Promise<void> => {
  await drop<Pending>(vault, pending, (one) => accountId === undefined || one.accountId === accountId);
  if (accountId === undefined) return;
  await vault.delete('', factors, accountId);
  await vault.delete('', setups, accountId);
};
