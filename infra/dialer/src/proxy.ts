import { isIP, type Socket } from 'node:net';
import { refusals } from './refusals.ts';

/** Where connections go through, and `user:password` where it asks for them. */
export type Proxy = { readonly host: string; readonly port: number; readonly credentials: string | undefined };

const mostHead = 16_384;
const end = '\r\n\r\n';

/**
 * Asks a proxy for a connection to an address that was checked: it gets the address and not the name, which it would
 * look up a second time. Resolves with the same socket once the proxy agrees. Throws `dial.proxy`.
 */
export const throughProxy = (
  socket: Socket,
  { credentials }: Proxy,
  { address, port }: { readonly address: string; readonly port: number },
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const target = isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
    const authorization =
      credentials === undefined ? '' : `proxy-authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`;
    let head = Buffer.alloc(0);
    const done = (agreed: boolean): void => {
      socket.off('readable', read);
      socket.off('error', refused);
      socket.off('close', refused);
      if (agreed) resolve(socket);
      else reject(refusals.proxy());
    };
    const refused = (): void => done(false);
    // Not by `data`: whoever gets the socket must find it as a new one is, neither flowing nor paused.
    const read = (): void => {
      for (let bytes = socket.read() as Buffer | null; bytes !== null; bytes = socket.read() as Buffer | null) {
        head = Buffer.concat([head, bytes]);
        const at = head.indexOf(end);
        if (at < 0 && head.length <= mostHead) continue;
        if (at < 0) return refused();
        const rest = head.subarray(at + end.length);
        if (rest.length > 0) socket.unshift(rest);
        return done(/^HTTP\/1\.[01] 2\d\d(?: |\r)/.test(head.toString('latin1', 0, 16)));
      }
    };
    socket.on('readable', read);
    socket.on('error', refused);
    socket.on('close', refused);
    socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n${authorization}\r\n`);
  });
