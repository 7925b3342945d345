import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { ServicePorts } from '@tessera/runtime';
import { isRejection } from '@tessera/kernel';
import type { SmtpServer } from '../config.ts';
import type { Letter } from './letters.ts';

/**
 * `sent`: the server took it. `later`: it was not taken, another try may do. `never`: the server refuses it for good.
 * `unknown`: the server got the contents, and its answer was lost.
 */
export type Handed = { readonly as: 'sent' } | { readonly as: 'later' | 'never' | 'unknown'; readonly reason: string };

export type Outgoing = {
  readonly from: string;
  readonly to: string;
  readonly letter: Letter;
  /** Without brackets; the same for each try. */
  readonly messageId: string;
  readonly date: Date;
};

/** Hands one mail over; `begin` is awaited before the first byte of its contents leaves. */
export type HandOver = (mail: Outgoing, begin: () => Promise<void>) => Promise<Handed>;

const timing = { connectMs: 15_000, silenceMs: 60_000, greetingMs: 15_000 };
/** What a reason may say to an administrator. */
const longest = 300;

type Failure = Error & { readonly code?: string; readonly responseCode?: number; readonly response?: string };

const reasonOf = (error: Failure): string =>
  (error.response ?? error.message).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').slice(0, longest);

/**
 * Hands mail to a server by SMTP, over connections of the dialer. Between the last byte of the contents and the server's
 * answer nobody can know whether it took the mail (RFC 5321, 4.5.3.2.6): what breaks there is `unknown`, and not tried
 * again by itself.
 */
export const createSmtp = (server: SmtpServer, dialer: ServicePorts['dialer'], name: string): HandOver => {
  // Loaded by whoever sends: a process without a mail server does not carry it.
  const loaded = Promise.all([import('nodemailer/lib/smtp-connection'), import('nodemailer/lib/mail-composer')]);
  loaded.catch(() => undefined);
  const host = server.host.replaceAll(/[[\]]/g, '');

  return async ({ from, to, letter, messageId, date }, begin) => {
    const [{ default: SMTPConnection }, { default: MailComposer }] = await loaded;
    const message = await new MailComposer({
      from,
      to,
      date,
      messageId: `<${messageId}>`,
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
      .compile()
      .build();
    let left = false;
    let connection: InstanceType<typeof SMTPConnection> | undefined;
    try {
      const socket = await dialer.connect(server, { timeoutMs: timing.connectMs });
      connection = new SMTPConnection({
        host,
        port: server.port,
        connection: socket,
        secure: server.security === 'tls',
        requireTLS: server.security === 'starttls',
        ignoreTLS: server.security === 'plain',
        name,
        greetingTimeout: timing.greetingMs,
        socketTimeout: timing.silenceMs,
        // TLS has no name for an address: the certificate is compared with the host.
        tls: isIP(host) === 0 ? { servername: host } : {},
      });
      const open = connection;
      // Whichever step it breaks in: a step itself hears nothing of a server that goes away.
      const broken = new Promise<never>((_, reject) => {
        open.on('error', reject);
        open.on('end', () => reject(new Error('The server ended the connection.')));
      });
      broken.catch(() => undefined);
      await Promise.race([broken, new Promise<void>((resolve) => open.connect(() => resolve()))]);
      const { user, password } = server;
      if (user !== undefined && password !== undefined)
        await Promise.race([
          broken,
          new Promise<void>((resolve, reject) =>
            open.login({ user, pass: password, credentials: { user, pass: password } }, (error) =>
              error ? reject(error) : resolve(),
            ),
          ),
        ]);
      // Read only once the server asks for the contents.
      const contents = Readable.from(
        (async function* () {
          await begin();
          left = true;
          yield message;
        })(),
      );
      await Promise.race([
        broken,
        new Promise<void>((resolve, reject) => {
          contents.once('error', reject);
          open.send({ from, to: [to] }, contents, (error) => (error ? reject(error) : resolve()));
        }),
      ]);
      return { as: 'sent' };
    } catch (error) {
      const failure = error as Failure;
      // Somebody else has it.
      if (isRejection(error) && error.kind === 'conflict') throw error;
      const reason = reasonOf(failure);
      // Credentials are the operator's to mend: nothing is wrong with the mail, which waits.
      if (failure.code === 'EAUTH') return { as: 'later', reason };
      if (failure.responseCode !== undefined) return { as: failure.responseCode >= 500 ? 'never' : 'later', reason };
      return { as: left ? 'unknown' : 'later', reason };
    } finally {
      connection?.close();
    }
  };
};
