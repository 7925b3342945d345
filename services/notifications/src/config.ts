import { readFileSync } from 'node:fs';
import { readClusterConfig, type ClusterConfig } from '@tessera/runtime/cluster-config';

type Environment = Readonly<Record<string, string | undefined>>;

/** The server that mail is handed to. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte; `starttls`: before anything else is said; `plain`: never, by the operator's own word. */
  readonly security: 'tls' | 'starttls' | 'plain';
  readonly user: string | undefined;
  readonly password: string | undefined;
};
export type MailConfig = {
  /** Undefined where nothing sends mail. */
  readonly smtp: SmtpServer | undefined;
  /** The address that mails come from; undefined for `tessera@` the host of the base address. */
  readonly from: string | undefined;
};

const trouble = (text: string): Error => new Error(`The configuration is not valid:\n  ${text}`);

/** An address that a mail may go to or come from: nothing in it may mean something to a mail server. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}$/.test(text);

const serverOf = (text: string): SmtpServer => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw trouble('TESSERA_SMTP_URL: must be smtp://user:password@host:port or smtps://...');
  const plain = url.searchParams.get('security') === 'plain';
  const security = url.protocol === 'smtps:' ? 'tls' : plain ? 'plain' : 'starttls';
  const port = url.port === '' ? (security === 'tls' ? 465 : 587) : Number(url.port);
  const [user, password] = [url.username, url.password].map((part) =>
    part === '' ? undefined : decodeURIComponent(part),
  );
  if ((user === undefined) !== (password === undefined))
    throw trouble('TESSERA_SMTP_URL: a user needs a password; special characters are percent-encoded (%40 for @)');
  return { host: url.hostname, port, security, user, password };
};

/** How mail goes out. Throws an error that names the variable and shows no value. */
export const readMailConfig = (environment: Environment = process.env): MailConfig => {
  const { TESSERA_SMTP_URL: given = '', TESSERA_SMTP_URL_FILE: path = '', TESSERA_MAIL_FROM: from = '' } = environment;
  if (given !== '' && path !== '') throw trouble('TESSERA_SMTP_URL, TESSERA_SMTP_URL_FILE: one of them, not both');
  if (from !== '' && !isMailAddress(from)) throw trouble('TESSERA_MAIL_FROM: is no e-mail address');
  const url = path === '' ? given : readFileSync(path, 'utf8').trimEnd();
  return { smtp: url === '' ? undefined : serverOf(url), from: from === '' ? undefined : from };
};

/** What this service needs when it runs in a process of its own. */
export const readConfig = (): ClusterConfig => readClusterConfig(process.env);
