// The parts of nodemailer that are used here: the protocol and the message, without what looks up names and dials.
declare module 'nodemailer/lib/smtp-connection' {
  import { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';
  import type { Readable } from 'node:stream';

  export default class SMTPConnection extends EventEmitter {
    constructor(options: {
      readonly host: string;
      readonly port: number;
      readonly connection: Socket;
      readonly secure: boolean;
      readonly requireTLS: boolean;
      readonly ignoreTLS: boolean;
      readonly name: string;
      readonly greetingTimeout: number;
      readonly socketTimeout: number;
      readonly tls: { readonly servername?: string; readonly ca?: string };
    });
    connect(connected: () => void): void;
    login(
      auth: {
        readonly user: string;
        readonly pass: string;
        readonly credentials: { readonly user: string; readonly pass: string };
      },
      done: (error: Error | null) => void,
    ): void;
    send(
      envelope: { readonly from: string; readonly to: readonly string[] },
      message: Readable,
      done: (error: Error | null) => void,
    ): void;
    quit(): void;
    close(): void;
  }
}
declare module 'nodemailer/lib/mail-composer' {
  export default class MailComposer {
    constructor(mail: {
      readonly from: string;
      readonly to: string;
      readonly date: Date;
      readonly messageId: string;
      readonly subject: string;
      readonly text: string;
      readonly html: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly disableFileAccess: true;
      readonly disableUrlAccess: true;
    });
    compile(): { build(): Promise<Buffer> };
  }
}
