import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Subscription } from '../push/message.ts';

/** What came to a browser. */
type Arrived = {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly claims: Claims;
  readonly key: string;
};
type Claims = { readonly aud: string; readonly exp: number; readonly sub: string };
type Browser = {
  readonly subscription: Subscription;
  readonly arrived: readonly Arrived[];
  /** From now on it answers so. */
  answer(status: number): void;
  /** How often it was asked. */
  readonly asked: () => number;
};

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Reads a message as the browser does for which it is (RFC 8188, 8291). */
export const decrypted = (body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const secret = derived(own.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derived(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  const rest = body.subarray(21 + length);
  decipher.setAuthTag(rest.subarray(-16));
  const plain = Buffer.concat([decipher.update(rest.subarray(0, -16)), decipher.final()]);
  if (plain.at(-1) !== 2) throw new Error('the last record has no end');
  return plain.subarray(0, -1).toString();
};

/** Who sent, by the header of RFC 8292; throws where the signature is not that of the key. */
export const senderOf = (header: string): { readonly claims: Claims; readonly key: string } => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const bytes = Buffer.from(key, 'base64url');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: bytes.subarray(1, 33).toString('base64url'),
      y: bytes.subarray(33).toString('base64url'),
    },
  });
  const holds = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!holds) throw new Error('the signature does not hold');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims };
};

/** A push service (RFC 8030) of this machine, with browsers that read what comes to them. */
export const startPushService = async () => {
  const browsers = new Map<string, (headers: IncomingHttpHeaders, body: Buffer) => number>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const take = browsers.get(request.url ?? '');
      response.writeHead(take === undefined ? 404 : take(request.headers, Buffer.concat(parts))).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    browser: (): Browser => {
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const path = `/${randomBytes(12).toString('hex')}`;
      const arrived: Arrived[] = [];
      let status = 201;
      let asked = 0;
      browsers.set(path, (headers, body) => {
        asked++;
        if (status === 201)
          arrived.push({ headers, text: decrypted(body, own, auth), ...senderOf(headers.authorization ?? '') });
        return status;
      });
      const subscription = {
        endpoint: `${origin}${path}`,
        p256dh: own.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
      return { subscription, arrived, answer: (next) => (status = next), asked: () => asked };
    },
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
