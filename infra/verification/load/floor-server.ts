// The bench's own floor: a bare Express server, JSON in and JSON out, nothing else.
import express from 'express';
import type { AddressInfo } from 'node:net';

const app = express();
app.disable('etag');
app.disable('x-powered-by');
app.post('/', express.json(), (request, response) => {
  response.json({ id: 'x', fields: (request.body as { fields: unknown }).fields });
});
app.get('/', (_request, response) => {
  response.json({ id: 'x', fields: { a: 'one', b: 2 } });
});
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
