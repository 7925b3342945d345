import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

type DriverConnection = EventEmitter & {
  readonly error: Error | null;
  writeCommand(this: DriverConnection, ...what: unknown[]): Promise<void>;
};

/** The driver's class of one connection, which it does not export. */
const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
  readonly Connection: { readonly prototype: DriverConnection };
};

/**
 * Makes a command fail whose connection closes while it is written. The driver (seen in 7.8 and 7.9) waits then for a
 * socket that will never drain: where the peer has gone and nobody has heard of it yet, that command never ends. Where
 * it was the driver's own question whether the server is there, the client does not find the server again.
 */
const { writeCommand } = Connection.prototype;
Connection.prototype.writeCommand = async function (...what) {
  const closed = Promise.withResolvers<never>();
  const onClose = (): void => closed.reject(this.error);
  this.once('close', onClose);
  try {
    await Promise.race([writeCommand.apply(this, what), closed.promise]);
  } finally {
    this.off('close', onClose);
  }
};
