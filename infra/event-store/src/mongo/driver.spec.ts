import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import './driver.ts';

type Connection = {
  readonly closed: boolean;
  command(ns: object, command: object, options: object): Promise<unknown>;
};
const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
  readonly Connection: new (socket: object, options: object) => Connection;
};

it('a command on a connection whose socket has gone fails, although the driver was not told yet', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const connection = new Connection(socket, { id: 1, hostAddress: 'one', generation: 0, tls: false });
  socket.destroy();
  expect(connection.closed).toBe(false);
  await expect(connection.command({ db: 'admin' }, { hello: 1 }, {})).rejects.toMatchObject({
    name: 'MongoNetworkError',
  });
  server.close();
});
