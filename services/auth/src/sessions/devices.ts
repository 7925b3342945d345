import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { fold, type Clock } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { createKeyring, rotateKeyring } from '@tessera/shared-state';
import { cookieNamed, credentialHash, plainCookie } from '@tessera/web';

const purpose = 'auth.device.v1';
const lifetimeSeconds = 180 * 24 * 60 * 60;
const place = { bucket: 'auth', key: 'device-key' };

type Ports = Pick<ServicePorts, 'vault' | 'settings'> & { readonly clock: Clock };

/**
 * Browsers that an account was signed in from, told by a cookie that each sign-in sets (OWASP: device cookies). It lets
 * nobody in: whoever shows one has attempts of their own, so that wrong passwords from elsewhere do not lock them out.
 * Each account has its cookie; it is signed with a key of this installation, which lives in the vault and whose name is in
 * the cookie.
 */
export const createDevices = ({ vault, settings, clock }: Ports) => {
  const keys = createKeyring(vault, place, clock);
  const cookieOf = (email: string) =>
    plainCookie(settings.baseUrl, `device-${credentialHash(fold(email)).slice(0, 12)}`);
  const sign = (secret: Buffer, email: string, device: string, until: string): Buffer =>
    createHmac('sha256', secret)
      .update(`${purpose}.${credentialHash(fold(email))}.${device}.${until}`)
      .digest();

  const known = async (email: string, headers: IncomingHttpHeaders): Promise<string | undefined> => {
    const value = cookieNamed(headers.cookie, cookieOf(email).name);
    const [device = '', until = '', signature = '', keyId = '', more] = value?.split('.') ?? [];
    if (device === '' || more !== undefined || !(Number(until) > clock())) return undefined;
    const key = await keys.named(keyId);
    if (key === undefined) return undefined;
    const [given, expected] = [Buffer.from(signature, 'base64url'), sign(key.secret, email, device, until)];
    return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined;
  };

  return {
    /** A Set-Cookie value that makes a browser known to the account, or known for longer. */
    cookieFor: async (email: string, headers: IncomingHttpHeaders): Promise<string> => {
      const device = (await known(email, headers)) ?? randomBytes(12).toString('base64url');
      const until = String(clock() + lifetimeSeconds * 1000);
      const { id, secret } = await keys.signing();
      const signature = sign(secret, email, device, until).toString('base64url');
      return cookieOf(email).set([device, until, signature, ...(id === '' ? [] : [id])].join('.'), lifetimeSeconds);
    },
    /** The id of a browser that this account knows; undefined for every other, forged or expired alike. */
    known,
  };
};

/** Lets a new key sign device cookies; cookies of earlier ones hold. Answers how many keys are accepted. */
export const rotateDeviceKey = ({ vault, clock }: Pick<Ports, 'vault' | 'clock'>): Promise<number> =>
  rotateKeyring(vault, place, { clock, lifetimeMs: lifetimeSeconds * 1000 });
export type Devices = ReturnType<typeof createDevices>;
