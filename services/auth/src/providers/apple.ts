import { createPrivateKey, sign } from 'node:crypto';
import type { Provider } from '../evolve.ts';

/** In seconds: Apple wants a secret that ends. */
const life = 5 * 60;
const audience = 'https://appleid.apple.com';

/** Whether a text is a private key as Apple gives it. */
export const isPrivateKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ec';
  } catch {
    return false;
  }
};

/** The secret that Apple wants: who asks, signed with the key of their team. `now` in ms. */
export const appleSecret = (
  { clientId, teamId, keyId }: Pick<Provider, 'clientId' | 'teamId' | 'keyId'>,
  pem: string,
  now: number,
): string => {
  const at = Math.floor(now / 1000);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: teamId, sub: clientId, aud: audience, iat: at, exp: at + life };
  const body = `${part({ alg: 'ES256', kid: keyId })}.${part(claims)}`;
  const key = { key: createPrivateKey(pem), dsaEncoding: 'ieee-p1363' } as const;
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`;
};
