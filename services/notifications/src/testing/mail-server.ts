import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** What arrived: who sent it to whom, and its text as it came. */
export type Arrived = { readonly from: string; readonly to: readonly string[]; readonly text: string };

/** What the server answers to a step, or what it does; undefined for the usual answer. */
export type Behaviour = {
  /** The answer to `EHLO`'s sender, address of the receiver, or the end of the contents, with its code. */
  readonly mail?: () => string | undefined;
  readonly rcpt?: (address: string) => string | 'silent' | undefined;
  /** `silent` says nothing at all, `gone` ends the connection; the mail is kept in both cases. */
  readonly taken?: (mail: Arrived) => string | 'silent' | 'gone' | undefined;
  /** Before the contents are asked for. */
  readonly data?: () => string | 'gone' | undefined;
};

/** How the server is spoken to in secret, and who it lets in. */
export type Guarded = {
  /** From the first byte, or after `STARTTLS`, without which it takes nothing. */
  readonly mode: 'tls' | 'starttls';
  readonly key: Buffer;
  readonly cert: Buffer;
  readonly login?: { readonly user: string; readonly password: string };
  /** It does not know `STARTTLS`, as where somebody between takes the word away. */
  readonly mute?: boolean;
  /** It goes away when it hears credentials. */
  readonly leaves?: boolean;
};

/** A mail server that speaks as much of RFC 5321 as is needed, with faults on request. */
export const startMailServer = async (
  behaviour: () => Behaviour = () => ({}),
  host = '127.0.0.1',
  guarded?: Guarded,
) => {
  const arrived: Arrived[] = [];
  const sockets = new Set<Socket>();
  /** What was said before anything was secret. */
  const overheard: string[] = [];
  let connections = 0;
  const serve = (plain: Socket): void => {
    connections++;
    sockets.add(plain);
    plain.on('error', () => undefined);
    let socket: Socket = plain;
    let isIn = guarded?.login === undefined;
    const secure = (): void => {
      socket = new TLSSocket(plain, { isServer: true, key: guarded!.key, cert: guarded!.cert });
      socket.on('error', () => undefined);
      socket.on('data', hear);
      rest = '';
    };
    const admit = (given: string): void => {
      if (guarded!.leaves) return void plain.destroy();
      const { user, password } = guarded!.login!;
      isIn = Buffer.from(given, 'base64').toString() === `\0${user}\0${password}`;
      say(isIn ? '235 2.7.0 come in' : '535 5.7.8 these credentials are not valid');
    };
    let from = '';
    let to: string[] = [];
    let contents: string | undefined;
    let rest = '';
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const finish = (text: string): void => {
      contents = undefined;
      const mail = { from, to, text };
      const answer = behaviour().taken?.(mail);
      // A server that refuses keeps nothing.
      if (answer === undefined || answer === 'silent' || answer === 'gone') arrived.push(mail);
      if (answer === 'gone') socket.destroy();
      else if (answer !== 'silent') say(answer ?? '250 2.0.0 taken');
    };
    const command = (line: string): void => {
      const verb = line.slice(0, 4).toUpperCase();
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      const isOpen = guarded === undefined || socket !== plain;
      if (!isOpen) overheard.push(line);
      if (verb === 'EHLO' || verb === 'HELO') {
        const offers = [...(isOpen || guarded.mute ? [] : ['STARTTLS']), ...(isIn ? [] : ['AUTH PLAIN']), '8BITMIME'];
        return say(['mail.test', ...offers].map((one, i) => `250${i < offers.length ? '-' : ' '}${one}`).join('\r\n'));
      }
      if (verb === 'STAR' && !isOpen && guarded.mute) return say('502 5.5.1 what is that');
      if (verb === 'STAR' && !isOpen) {
        plain.removeListener('data', hear);
        say('220 2.0.0 go on in secret');
        return secure();
      }
      if (!isOpen) return say('530 5.7.0 say STARTTLS first');
      if (verb === 'AUTH') return admit(line.split(' ')[2] ?? '');
      if (verb === 'MAIL' && !isIn) return say('530 5.7.0 say who you are first');
      if (verb === 'MAIL') {
        from = address;
        to = [];
        return say(behaviour().mail?.() ?? '250 2.1.0 fine');
      }
      if (verb === 'RCPT') {
        to.push(address);
        const answer = behaviour().rcpt?.(address);
        return answer === 'silent' ? undefined : say(answer ?? '250 2.1.5 fine');
      }
      if (verb === 'DATA') {
        const answer = behaviour().data?.();
        if (answer === 'gone') return void socket.destroy();
        if (answer !== undefined) return say(answer);
        contents = '';
        return say('354 go on');
      }
      if (verb === 'QUIT') {
        say('221 bye');
        socket.end();
        return;
      }
      say('250 fine');
    };
    const hear = (bytes: Buffer): void => {
      rest += bytes.toString('utf8');
      for (let at = rest.indexOf('\r\n'); at >= 0; at = rest.indexOf('\r\n')) {
        const line = rest.slice(0, at);
        rest = rest.slice(at + 2);
        if (contents === undefined) command(line);
        else if (line === '.') finish(contents);
        else contents += `${line.startsWith('.') ? line.slice(1) : line}\r\n`;
      }
    };
    if (guarded?.mode === 'tls') secure();
    else plain.on('data', hear);
    say('220 mail.test ESMTP');
  };
  const server = createServer(serve);
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    arrived: arrived as readonly Arrived[],
    overheard: overheard as readonly string[],
    connections: () => connections,
    url: `smtp://${host}:${port}?security=plain`,
    stop: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
