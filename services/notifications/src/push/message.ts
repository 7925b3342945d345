import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';

/** What a browser gave to be told by: where to send to, and the keys that it reads with. */
export type Subscription = {
  readonly endpoint: string;
  /** Its public key, 65 bytes, and its secret of 16, both in base64url. */
  readonly p256dh: string;
  readonly auth: string;
};

/** The keys of this installation, by which push services know it (RFC 8292), in base64url. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string };

const curve = 'prime256v1';
const recordSize = 4_096;
/** A message has one record: what is left beside its header, its end and its tag. */
export const mostBytes = recordSize - 86 - 1 - 16;

export const makeKeys = (): PushKeys => {
  const pair = createECDH(curve);
  pair.generateKeys();
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
};

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/**
 * Encrypts a message for one browser (RFC 8291, with the content coding of RFC 8188). `given`: the sender's private key
 * and the salt, which are random but in a test.
 */
export const encrypted = (
  { p256dh, auth }: Subscription,
  text: string,
  given: { readonly privateKey?: Buffer; readonly salt?: Buffer } = {},
): Buffer => {
  const own = createECDH(curve);
  if (given.privateKey === undefined) own.generateKeys();
  else own.setPrivateKey(given.privateKey);
  const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), own.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derived(own.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const salt = given.salt ?? randomBytes(16);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derived(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize, 0);
  header.writeUInt8(ours.length, 4);
  // The 2 says that no record follows.
  const body = Buffer.concat([cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])), cipher.final()]);
  return Buffer.concat([salt, header, ours, body, cipher.getAuthTag()]);
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenMs = 12 * 3_600_000;

/** The header that says who sends (RFC 8292): a token for the push service of an endpoint, and the public key. */
export const authorization = (
  endpoint: string,
  { publicKey, privateKey }: PushKeys,
  { subject, now }: { readonly subject: string; readonly now: number },
): string => {
  const bytes = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: bytes.subarray(1, 33).toString('base64url'),
      y: bytes.subarray(33).toString('base64url'),
      d: Buffer.from(privateKey, 'base64url').toString('base64url'),
    },
  });
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor((now + tokenMs) / 1_000), sub: subject };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
};

/** Whether a key of a browser is a point of the curve. */
export const isPublicKey = (text: string): boolean => {
  try {
    const probe = createECDH(curve);
    probe.generateKeys();
    probe.computeSecret(Buffer.from(text, 'base64url'));
    return Buffer.from(text, 'base64url').length === 65;
  } catch {
    return false;
  }
};
