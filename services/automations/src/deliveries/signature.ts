import { createHmac, timingSafeEqual } from 'node:crypto';

/** So far a call may be from now, in ms, as Standard Webhooks have it: an older one is somebody's copy. */
const mostApartMs = 5 * 60_000;
/** Signatures that one call may carry: a sender that changes its secret has two. */
const mostSignatures = 10;

/** HMAC-SHA256 over id, time and raw body. */
const signatureOf = (secret: string, id: string, timestamp: string, body: string | Buffer): Buffer =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();

/** The headers of Standard Webhooks, signed with each secret that signs now. */
export const signedHeaders = (
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at / 1_000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${signatureOf(secret, id, timestamp, body).toString('base64')}`)
      .join(' '),
  };
};

/** Whether a call was signed, within five minutes of `now` in ms, with one of these secrets: over its bytes as they came. */
export const isSigned = (
  secrets: readonly string[],
  headers: Readonly<Record<string, string | undefined>>,
  body: Buffer,
  now: number,
): boolean => {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers;
  if (id === '' || !/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1_000 - now) > mostApartMs)
    return false;
  const given = signatures
    .split(' ', mostSignatures)
    .flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []));
  return secrets.some((secret) => {
    const wanted = signatureOf(secret, id, timestamp, body);
    return given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
  });
};
