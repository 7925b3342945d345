import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { fold, type Clock } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { cookieNamed, credentialHash, plainCookie } from '@tessera/web';

const purpose = 'auth.device.v1';
const lifetimeSeconds = 180 * 24 * 60 * 60;

type Ports = Pick<ServicePorts, 'vault' | 'settings'> & { readonly clock: Clock };

/**
 * Browsers that an account was signed in from, told by a cookie that each sign-in sets (OWASP: device cookies). It lets
 * nobody in: whoever shows one has attempts of their own, so that wrong passwords from elsewhere do not lock them out.
 * Each account has its cookie; it is signed with a key of this installation, which lives in the vault.
 */
export const createDevices = ({ vault, settings, clock }: Ports) => {
  let key: Buffer | undefined;
  const keyOf = async (): Promise<Buffer> => {
    if (key !== undefined) return key;
    await vault.compareAndPut('', 'auth', 'device-key', undefined, { key: randomBytes(32).toString('base64') });
    const stored = await vault.get<{ readonly key: string }>('', 'auth', 'device-key');
    if (stored === undefined) throw new Error('the key of device cookies cannot be kept');
    key = Buffer.from(stored.key, 'base64');
    return key;
  };
  const cookieOf = (email: string) =>
    plainCookie(settings.baseUrl, `device-${credentialHash(fold(email)).slice(0, 12)}`);
  const sign = async (email: string, device: string, until: string): Promise<Buffer> =>
    createHmac('sha256', await keyOf())
      .update(`${purpose}.${credentialHash(fold(email))}.${device}.${until}`)
      .digest();

  const known = async (email: string, headers: IncomingHttpHeaders): Promise<string | undefined> => {
    const value = cookieNamed(headers.cookie, cookieOf(email).name);
    const [device = '', until = '', signature = '', more] = value?.split('.') ?? [];
    if (device === '' || more !== undefined || !(Number(until) > clock())) return undefined;
    const [given, expected] = [Buffer.from(signature, 'base64url'), await sign(email, device, until)];
    return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined;
  };

  return {
    /** A Set-Cookie value that makes a browser known to the account, or known for longer. */
    cookieFor: async (email: string, headers: IncomingHttpHeaders): Promise<string> => {
      const device = (await known(email, headers)) ?? randomBytes(12).toString('base64url');
      const until = String(clock() + lifetimeSeconds * 1000);
      const signature = (await sign(email, device, until)).toString('base64url');
      return cookieOf(email).set(`${device}.${until}.${signature}`, lifetimeSeconds);
    },
    /** The id of a browser that this account knows; undefined for every other, forged or expired alike. */
    known,
  };
};
export type Devices = ReturnType<typeof createDevices>;
