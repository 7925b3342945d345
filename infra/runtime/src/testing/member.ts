import { connect, createServer, type Socket } from 'node:net';
import { BSON, ObjectId, type Document } from 'mongodb';

/**
 * `primary`: it takes writes. `secondary`: it answers as a member that has stepped down. `gone`: connections end, and
 * new ones are refused.
 */
type Standing = 'primary' | 'secondary' | 'gone';

const opReply = 1;
const opQuery = 2004;
const opMessage = 2013;
/** Where a document begins in a message of this kind. */
const documentAt = { [opReply]: 36, [opMessage]: 21 } as const;
const greetings = new Set(['hello', 'ismaster', 'isMaster']);
/** What a member answers whatever it is. */
const always = new Set([...greetings, 'ping', 'endSessions', 'killCursors', 'buildInfo']);

/** The first document of a message; a command's further parts come behind it. */
const first = (frame: Buffer, at: number): Document =>
  BSON.deserialize(frame.subarray(at, at + frame.readInt32LE(at)), { promoteLongs: false });

const message = (kind: typeof opReply | typeof opMessage, to: number, head: Buffer, body: Document): Buffer => {
  const bytes = BSON.serialize(body);
  const frame = Buffer.concat([Buffer.alloc(16), head, bytes]);
  frame.writeInt32LE(frame.length, 0);
  frame.writeInt32LE(to, 8);
  frame.writeInt32LE(kind, 12);
  return frame;
};

/** Hands on whole messages of the wire protocol. */
const messages = (from: Socket, take: (frame: Buffer) => void): void => {
  let rest: Buffer = Buffer.alloc(0);
  from.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
};

/**
 * A member of a replica set before a server that is alone in its own: clients see this member under its address, and its
 * standing changes as in an election. What it refuses as a secondary never reaches the server. `upstream` is the
 * server's `host:port`.
 */
export const startMember = async (upstream: string) => {
  const [host = '', port = ''] = upstream.split(':');
  const pairs = new Set<readonly [Socket, Socket]>();
  let standing: Standing = 'primary';
  let elections = 1;
  let address = '';
  const refused: Record<string, number> = {};

  /** What the server says of itself, as this member. No topology version: clients ask again instead of waiting. */
  const asMember = (said: Document): Document => ({
    ...said,
    // Left out where undefined.
    topologyVersion: undefined,
    primary: undefined,
    electionId: undefined,
    hosts: [address],
    me: address,
    isWritablePrimary: standing === 'primary',
    ismaster: standing === 'primary',
    secondary: standing === 'secondary',
    ...(standing === 'primary' && {
      primary: address,
      electionId: new ObjectId(`7fffffff${elections.toString(16).padStart(16, '0')}`),
    }),
  });

  const server = createServer((client) => {
    if (standing === 'gone') return void client.destroy();
    const behind = connect(Number(port), host);
    const pair = [client, behind] as const;
    pairs.add(pair);
    let waiting = 0;
    // What is on its way is done, though nobody hears of it: a primary that goes does not know whom it has answered.
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      if (waiting <= 0) behind.destroy();
    };
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end);
    const asked = new Set<number>();
    messages(client, (frame) => {
      const [id, kind] = [frame.readInt32LE(4), frame.readInt32LE(12)];
      const command = kind === opMessage ? first(frame, documentAt[opMessage]) : undefined;
      const name = command === undefined ? 'hello' : Object.keys(command)[0]!;
      if (kind === opQuery || greetings.has(name)) asked.add(id);
      const aside = (command?.['$readPreference'] as { readonly mode?: string } | undefined)?.mode;
      if (
        standing === 'primary' ||
        always.has(name) ||
        (aside !== undefined && aside !== 'primary' && command?.['txnNumber'] === undefined)
      ) {
        waiting += 1;
        return void behind.write(frame);
      }
      refused[name] = (refused[name] ?? 0) + 1;
      const answer = {
        ok: 0,
        errmsg: 'not primary',
        code: 10107,
        codeName: 'NotWritablePrimary',
        ...(command?.['txnNumber'] !== undefined && { errorLabels: ['RetryableWriteError'] }),
      };
      client.write(message(opMessage, id, Buffer.alloc(5), answer));
    });
    messages(behind, (frame) => {
      const [to, kind] = [frame.readInt32LE(8), frame.readInt32LE(12)] as [number, typeof opReply | typeof opMessage];
      waiting -= 1;
      if (client.destroyed) return end();
      if (!asked.delete(to)) return void client.write(frame);
      const at = documentAt[kind];
      client.write(message(kind, to, frame.subarray(16, at), asMember(first(frame, at))));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(server.address() as { readonly port: number }).port}`;

  return {
    /** To this member as one of its set; `set` is the server's own name of it. */
    url: (set: string): string => `mongodb://${address}/?replicaSet=${set}`,
    /** Ends every connection; what was on its way to the server may have been done. */
    leave: (): void => {
      standing = 'gone';
      for (const [client] of pairs) client.destroy();
    },
    stepDown: (): void => void (standing = 'secondary'),
    elect: (): void => {
      elections += 1;
      standing = 'primary';
    },
    /** How often each command was refused as not writable. */
    refused: (): Readonly<Record<string, number>> => ({ ...refused }),
    stop: async (): Promise<void> => {
      for (const [client] of pairs) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
