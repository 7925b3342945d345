import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isRejection } from '@tessera/kernel';
import type { Hub, Joined } from '@tessera/live';
import type { RateLimits } from '@tessera/shared-state';
import { addressKey, clientAddress, credentialHash, credentialOf, originOf } from '@tessera/web';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Identity } from './identity.ts';

const mostPerPerson = 50;
const pingMs = 4000;
const tokenWithinMs = 5000;
/** What a program says right behind its token waits until that is known, up to as much. */
const mostEarly = 32;
const mostEarlyBytes = 64 * 1024;

/** Who is refused and does not hang up keeps no connection for it. */
const refuse = (socket: Duplex, status: string): void => {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
};

/** Who hears anything: nobody who must still set up two-step login. */
const seated = async (asked: Joined | undefined | Promise<Joined | undefined>): Promise<Joined | undefined> => {
  const known = await asked;
  return known?.actor.lacks === undefined ? known : undefined;
};

/**
 * The live channel: browsers come with their cookie from our own origin, programs with `{type: 'token', token}` as the
 * first message.
 */
export const createLiveChannel = (options: {
  readonly hub: Hub;
  readonly identity: Identity;
  readonly cookieName: string;
  readonly baseUrl: string;
  readonly rateLimits: boolean;
  readonly limits: RateLimits;
  readonly trustedProxies: number;
  /** Sockets of all, above which new ones get 503. */
  readonly mostSockets: number;
}) => {
  const { hub, identity } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false });
  const perAddress = options.limits.limiter('live', { capacity: 200, perSecond: 10 });
  const perPerson = new Map<string, number>();
  const alive = new WeakSet<WebSocket>();

  // A peer that vanished without a word leaves presence within 10 s: one ping unanswered for a whole interval ends it.
  const pinger = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, pingMs);
  pinger.unref();

  const join = (socket: WebSocket, joined: Joined, token: string): ((text: string) => void) => {
    const person = joined.actor.userId ?? joined.actor.id;
    const count = (perPerson.get(person) ?? 0) + 1;
    if (count > mostPerPerson) {
      socket.close(1013, 'too many sockets');
      return () => undefined;
    }
    perPerson.set(person, count);
    const connection = hub.connect(
      {
        send: (text) => socket.send(text),
        buffered: () => socket.bufferedAmount,
        close: (code, reason) => socket.close(code, reason),
      },
      joined,
      credentialHash(token),
      () => seated(identity.again(token)),
    );
    socket.on('close', () => {
      connection.closed();
      const left = (perPerson.get(person) ?? 1) - 1;
      if (left === 0) perPerson.delete(person);
      else perPerson.set(person, left);
    });
    return connection.receive;
  };

  const admitByToken = (socket: WebSocket): void => {
    const timer = setTimeout(() => socket.close(4401, 'no token'), tokenWithinMs);
    socket.once('close', () => clearTimeout(timer));
    const early: string[] = [];
    let earlyBytes = 0;
    let receive: ((text: string) => void) | undefined;
    const admit = async (text: string): Promise<void> => {
      const message = JSON.parse(text) as { type?: unknown; token?: unknown };
      const token = message.type === 'token' && typeof message.token === 'string' ? message.token : '';
      const known = token === '' ? undefined : await seated(identity.byToken(token));
      if (socket.readyState !== socket.OPEN) return;
      if (known === undefined) return socket.close(4401, 'no session');
      receive = join(socket, known, token);
      for (const said of early.splice(0)) receive(said);
    };
    let admitted = false;
    listen(socket, (text) => {
      if (receive !== undefined) return receive(text);
      if (admitted) {
        earlyBytes += Buffer.byteLength(text);
        if (early.push(text) > mostEarly || earlyBytes > mostEarlyBytes) {
          early.length = 0;
          socket.close(1008, 'too many messages before ready');
        }
        return;
      }
      admitted = true;
      clearTimeout(timer);
      admit(text).catch((error: unknown) => {
        if (isRejection(error) && error.kind === 'unavailable') socket.close(1013, 'try again');
        else socket.close(4401, 'no session');
      });
    });
  };

  const listen = (socket: WebSocket, receive: (text: string) => void): void => {
    socket.on('message', (data, binary) => {
      if (binary) socket.close(1003, 'text only');
      else receive(String(data));
    });
  };

  return {
    upgrade: async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
      socket.on('error', () => socket.destroy());
      if (server.clients.size >= options.mostSockets) return refuse(socket, '503 Service Unavailable');
      const address = clientAddress(
        request.socket.remoteAddress,
        request.headers['x-forwarded-for'],
        options.trustedProxies,
      );
      if (options.rateLimits && (await perAddress.take(addressKey(address), 1)) > 0)
        return refuse(socket, '429 Too Many Requests');
      const origin = originOf(request.headers, options.baseUrl);
      if (origin === 'other') return refuse(socket, '403 Forbidden');
      const credential = origin === 'same' ? credentialOf(request.headers, options.cookieName) : undefined;
      const token = credential?.via === 'cookie' ? credential.token : undefined;
      let known: Joined | undefined;
      try {
        known = token === undefined ? undefined : await seated(identity.byToken(token));
      } catch {
        return refuse(socket, '503 Service Unavailable');
      }
      if (token !== undefined && known === undefined) return refuse(socket, '401 Unauthorized');
      server.handleUpgrade(request, socket, head, (opened) => {
        alive.add(opened);
        opened.on('pong', () => alive.add(opened));
        opened.on('message', () => alive.add(opened));
        opened.on('error', () => opened.terminate());
        if (known !== undefined && token !== undefined) listen(opened, join(opened, known, token));
        else admitByToken(opened);
      });
    },
    stop: (): void => {
      clearInterval(pinger);
      server.close();
    },
  };
};
