import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { narrowBy, userOf } from '@tessera/proto/rights';
import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { releaseRecords } from './kept/release.ts';

type Json = any; // oxlint-disable-line typescript/no-explicit-any -- answers are looked into, path by path
type File = { readonly id: string; readonly name: string; readonly size: number; readonly type: string };

const megabyte = 1024 * 1024;
let product: TestProduct;
let admin: TestCaller;
let member: TestCaller;
let foreign: TestCaller;
let tableId: string;
const field = { name: '', papers: '', picture: '' };

/** Fields that nobody of these people sees, by their id. */
const hidden = new Map<string, string>();
narrowBy((own, actor) => {
  const fieldId = hidden.get(userOf(actor));
  return fieldId === undefined || !own.allow ? own : { ...own, fieldMask: new Set([field.name, field.picture]) };
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A black square of one bit a pixel, with its sides in px. */
const blackPng = (side: number): Buffer => {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side), { level: 1 });
  const parts = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
};
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const send = async (
  who: TestCaller,
  name: string,
  bytes: Uint8Array | string,
): Promise<{ status: number; body: Json }> => {
  const form = new FormData();
  form.set('file', new Blob([bytes as never]), 'placeholder');
  // Written by hand: a form of the runtime would encode quotes of a name in its own way.
  const boundary = 'x'.repeat(30);
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"\r\n\r\n`;
  const response = await fetch(`${product.url}/api/v3/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: response.status, body: await response.json() };
};
const upload = async (who: TestCaller, name: string, bytes: Uint8Array | string): Promise<File> => {
  const { status, body } = await send(who, name, bytes);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as File;
};
const base = (rest = ''): string => `/v3/tables/${tableId}/records${rest}`;
const make = async (who: TestCaller, fields: Json): Promise<Json> => {
  const { status, body } = await who.call('POST', base(), { fields });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};
const filesOf = async (recordId: string): Promise<Json[]> =>
  ((await admin.call('GET', base(`/${recordId}`))).body as Json).fields[field.papers] ?? [];
const sessionOf = async (who: TestCaller): Promise<Json> => (await who.call('GET', '/v3/session')).body;
/** Bytes of an address that leads on or is a link. */
const read = (who: TestCaller | undefined, url: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}${url}`, {
    headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...headers },
  });
const linkOf = async (who: TestCaller, recordId: string, id: string): Promise<Json> => {
  const { body } = await who.call('POST', '/v3/files/links', {
    tableId,
    fieldId: field.papers,
    files: [{ recordId, id }],
  });
  return (body as Json).links[0];
};
const stored = (): readonly string[] =>
  readdirSync(join(product.dataFolder, 'files'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name);

const tus = (
  who: TestCaller,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Uint8Array,
): Promise<Response> =>
  fetch(`${product.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${who.token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body !== undefined && { body: body as never }),
  });
const begin = async (who: TestCaller, length: number, name = 'big.bin'): Promise<string> => {
  const answer = await tus(who, 'POST', '/api/v3/files', {
    'upload-length': String(length),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.headers.get('location')!;
};
const piece = (offset: number, more: Record<string, string> = {}): Record<string, string> => ({
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
  ...more,
});
const offsetOf = async (who: TestCaller, path: string): Promise<number> =>
  Number((await tus(who, 'HEAD', path, {})).headers.get('upload-offset'));

beforeAll(async () => {
  vi.stubEnv('TESSERA_FILE_MB', '64');
  vi.stubEnv('TESSERA_FILES_MB', '100');
  product = await startTestProduct();
  admin = await firstRun(product);
  member = await colleague(product, admin, { email: 'mi@marlow.example', seat: 'member', role: '2' });
  foreign = await foreignAdmin(product);
  const { body } = await admin.call('POST', '/v3/tables', {
    label: 'Cases',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Papers', type: 'files', props: { maximum_files: 4 } },
      { name: 'Picture', type: 'image', props: { maximum_mb: 1 } },
    ],
  });
  const made = body as Json;
  tableId = made.id;
  for (const one of made.fields as Json[])
    if (one.name in { Name: 1, Papers: 1, Picture: 1 }) field[one.name.toLowerCase() as keyof typeof field] = one.id;
}, 60_000);
afterAll(async () => {
  await product.stop();
  vi.unstubAllEnvs();
});

describe('a file that was uploaded', () => {
  it('is put into a field, read as it was, and leads to its bytes', async () => {
    const file = await upload(admin, 'Plan.png', png);
    expect(file).toMatchObject({ name: 'Plan.png', size: png.length, type: 'image/png' });
    const record = await make(admin, { [field.papers]: [{ id: file.id, name: 'Site plan.png' }] });
    expect(record.fields[field.papers]).toEqual([
      { id: file.id, name: 'Site plan.png', size: png.length, type: 'image/png', url: `/api/v3/files/${file.id}` },
    ]);
    // The service of files hears of the record a moment after it was written.
    await expect.poll(async () => (await read(member, `/api/v3/files/${file.id}`)).status).toBe(200);
    const answer = await read(member, `/api/v3/files/${file.id}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="Site plan.png"; filename*=UTF-8''Site%20plan.png`,
    );
  });

  it.each([
    'Ärger & «Größe».txt',
    '../../etc/passwd',
    '..\\..\\windows.txt',
    '契約書 (最終).txt',
    'عقد.txt',
    '🦊\u200d.txt',
    'a"b\'c;d=e.txt',
    ' .hidden ',
    `${'x'.repeat(251)}.txt`,
    'é'.repeat(127),
  ])('keeps its name exactly: %s', async (name) => {
    const file = await upload(admin, name, 'words');
    expect(file.name).toBe(name);
    const record = await make(admin, { [field.papers]: [{ id: file.id }] });
    expect((await filesOf(record.id))[0].name).toBe(name);
    const answer = await read(admin, `/api/v3/files/${file.id}`);
    expect(decodeURIComponent(answer.headers.get('content-disposition')!.split("UTF-8''")[1]!)).toBe(name);
    expect(await answer.text()).toBe('words');
  });

  it.each(['', 'y'.repeat(256), `${'é'.repeat(128)}`])('has no name such as %j', async (name) => {
    expect(await send(admin, name, 'words')).toMatchObject({ status: 400, body: { error: { code: 'files.name' } } });
  });

  it.each([
    ['page.html', '<html><script>alert(1)</script></html>', 'text/plain', 'attachment'],
    ['fake.png', '<html><script>alert(1)</script></html>', 'text/plain', 'attachment'],
    ['drawing.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'attachment'],
    ['page.txt', png, 'image/png', 'inline'],
    ['noise.exe', Buffer.from([0, 1, 2, 3]), 'application/octet-stream', 'attachment'],
    ['paper.pdf', '%PDF-1.7 …', 'application/pdf', 'attachment'],
    ['empty', '', 'application/octet-stream', 'attachment'],
  ])('is what its bytes say and cannot run: %s', async (name, bytes, type, how) => {
    const file = await upload(admin, name, bytes);
    expect(file.type).toBe(type);
    const { headers } = await read(admin, `/api/v3/files/${file.id}`);
    expect(headers.get('content-type')).toContain(type);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${how};`));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is read in ranges, and asked for without its bytes', async () => {
    const bytes = randomBytes(200_000);
    const { id } = await upload(admin, 'r.bin', bytes);
    const { url } = await read(admin, `/api/v3/files/${id}`);
    const path = new URL(url).pathname;
    const part = await read(undefined, path, { range: 'bytes=100000-100099' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 100000-100099/200000');
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100_000, 100_100))).toBe(true);
    const last = await read(undefined, path, { range: 'bytes=-5' });
    expect(Buffer.from(await last.arrayBuffer()).equals(bytes.subarray(-5))).toBe(true);
    expect((await read(undefined, path, { range: 'bytes=200000-' })).status).toBe(416);
    const head = await fetch(`${product.url}${path}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '200000']);
  });
});

describe('a field of files', () => {
  it('takes them in an order, with new names, removes them and has them back', async () => {
    const [a, b] = [await upload(admin, 'a.txt', 'a'), await upload(admin, 'b.txt', 'b')];
    const { id } = await make(admin, { [field.papers]: [{ id: a.id }, { id: b.id }] });
    const change = (files: Json) => admin.call('PATCH', base(`/${id}`), { fields: { [field.papers]: files } });
    const present = await filesOf(id);
    await change([{ ...present[1], name: 'B, renamed.txt' }, present[0]]);
    expect((await filesOf(id)).map(({ name }) => name)).toEqual(['B, renamed.txt', 'a.txt']);
    const removed = await change([{ id: a.id }]);
    expect(await filesOf(id)).toHaveLength(1);
    expect((await admin.call('POST', `/v3/undo/${removed.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect((await filesOf(id)).map(({ name }) => name)).toEqual(['B, renamed.txt', 'a.txt']);
    const { body } = await admin.call('GET', base(`/${id}/history`));
    expect(JSON.stringify(body)).toContain('B, renamed.txt');
    // Somebody else changes the order without having uploaded anything.
    const swapped = await member.call('PATCH', base(`/${id}`), {
      fields: { [field.papers]: [{ id: a.id }, { id: b.id, name: 'B.txt' }] },
    });
    expect(swapped.status).toBe(200);
  });

  it('takes no more than its limits, no picture that is none, and nothing that is somebody else’s', async () => {
    const five = await Promise.all([1, 2, 3, 4, 5].map((n) => upload(admin, `${n}.txt`, String(n))));
    const refused = async (who: TestCaller, fields: Json) => {
      const { status, body } = await who.call('POST', base(), { fields });
      return [status, (body as Json).error?.code];
    };
    expect(await refused(admin, { [field.papers]: five.map(({ id }) => ({ id })) })).toEqual([422, 'files.too_many']);
    expect(await refused(admin, { [field.picture]: [{ id: five[0]!.id }] })).toEqual([422, 'image.not_picture']);
    const large = await upload(admin, 'large.png', Buffer.concat([png, Buffer.alloc(megabyte)]));
    expect(await refused(admin, { [field.picture]: [{ id: large.id }] })).toEqual([422, 'files.too_large']);
    expect(await refused(admin, { [field.papers]: 'a.txt' })).toEqual([422, 'files.invalid']);
    expect(await refused(member, { [field.papers]: [{ id: five[0]!.id }] })).toEqual([422, 'files.unknown']);
    const alien = await upload(foreign, 'alien.txt', 'alien');
    expect(await refused(admin, { [field.papers]: [{ id: alien.id }] })).toEqual([422, 'files.unknown']);
  });

  it('says before an upload how large files may be, and refuses what is larger before a byte', async () => {
    expect((await admin.call('GET', '/v3/files/limits')).body).toMatchObject({ fileBytes: 64 * megabyte });
    const refused = await tus(admin, 'POST', '/api/v3/files', { 'upload-length': String(65 * megabyte) });
    expect([refused.status, ((await refused.json()) as Json).error.code]).toEqual([413, 'files.too_large']);
    const viewer = await colleague(product, admin, { email: 'vi@marlow.example', seat: 'viewer', role: '3' });
    expect((await send(viewer, 'a.txt', 'a')).status).toBe(403);
  });
});

describe('the right to a file', () => {
  it('is that of the field at the moment of the download', async () => {
    const file = await upload(admin, 'secret.txt', 'secret');
    expect((await read(member, `/api/v3/files/${file.id}`)).status).toBe(404);
    const { id } = await make(admin, { [field.papers]: [{ id: file.id }] });
    const own = await linkOf(member, id, file.id);
    expect((await read(undefined, own.url)).status).toBe(200);
    expect((await read(foreign, `/api/v3/files/${file.id}`)).status).toBe(404);
    hidden.set((await sessionOf(member)).user.id, field.papers);
    expect((await read(undefined, own.url)).status).toBe(404);
    expect((await read(member, `/api/v3/files/${file.id}`)).status).toBe(404);
    expect(await linkOf(member, id, file.id)).toBeUndefined();
    hidden.clear();
    expect((await read(undefined, own.url)).status).toBe(200);
    await admin.call('PATCH', base(`/${id}`), { fields: { [field.papers]: [] } });
    expect((await read(undefined, own.url)).status).toBe(404);
  });

  it('ends with the hours of its link, and is nobody’s who changed one', async () => {
    const file = await upload(admin, 'a.txt', 'a');
    const { id } = await make(admin, { [field.papers]: [{ id: file.id }] });
    const { url } = await linkOf(admin, id, file.id);
    expect((await read(undefined, `${url.slice(0, -2)}AA`)).status).toBe(404);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 3_600_000 });
    expect((await read(undefined, url)).status).toBe(404);
    vi.useRealTimers();
    expect((await read(undefined, url)).status).toBe(200);
  });
});

describe('a resumable upload', () => {
  it('comes in pieces with checksums, and a wrong one counts for nothing', async () => {
    const bytes = randomBytes(3 * megabyte);
    const path = await begin(admin, bytes.length, 'pieces.bin');
    const half = bytes.subarray(0, megabyte);
    const sum = (of: Uint8Array, algorithm = 'sha256') => ({
      'upload-checksum': `${algorithm} ${createHash(algorithm).update(of).digest('base64')}`,
    });
    expect((await tus(admin, 'PATCH', path, piece(0, sum(bytes)), half)).status).toBe(460);
    expect(await offsetOf(admin, path)).toBe(0);
    expect((await tus(admin, 'PATCH', path, piece(0, sum(half)), half)).status).toBe(204);
    expect((await tus(admin, 'PATCH', path, piece(0, sum(half)), half)).status).toBe(409);
    expect((await tus(member, 'HEAD', path, {})).status).toBe(404);
    const rest = bytes.subarray(megabyte);
    expect((await tus(admin, 'PATCH', path, piece(megabyte, sum(rest, 'sha1')), rest)).status).toBe(204);
    const upload = (await admin.call('GET', path.slice(4))).body as Json;
    expect(upload).toMatchObject({ name: 'pieces.bin', size: bytes.length, offset: bytes.length });
    const answer = await read(admin, `/api/v3/files/${upload.id}`);
    expect(hash(Buffer.from(await answer.arrayBuffer()))).toBe(hash(bytes));
  });

  it('keeps what came before its connection was cut, ten times, and is whole in the end', async () => {
    const bytes = randomBytes(24 * megabyte);
    const path = await begin(admin, bytes.length);
    let cuts = 0;
    for (let offset = 0; offset < bytes.length; offset = await offsetOf(admin, path)) {
      const until = cuts < 10 ? offset + 2 * megabyte : bytes.length;
      const sending = request(`${product.url}${path}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'tus-resumable': '1.0.0',
          'content-length': String(bytes.length - offset),
          ...piece(offset),
        },
      });
      sending.on('error', () => undefined);
      if (until === bytes.length) {
        sending.end(bytes.subarray(offset));
        const [answer] = (await once(sending, 'response')) as [{ statusCode: number; resume(): void }];
        answer.resume();
        expect(answer.statusCode).toBe(204);
        continue;
      }
      await new Promise((done) => sending.write(bytes.subarray(offset, until), done));
      sending.destroy();
      cuts += 1;
      // What was on its way is told once the server has seen the end of the connection.
      await expect.poll(() => offsetOf(admin, path), { timeout: 10_000 }).toBeGreaterThan(offset);
    }
    expect(cuts).toBe(10);
    const id = path.split('/').at(-1)!;
    const answer = await read(admin, `/api/v3/files/${id}`);
    expect(hash(Buffer.from(await answer.arrayBuffer()))).toBe(hash(bytes));
  });

  it('is refused as the protocol has it, and ends when it is told to', async () => {
    const path = await begin(admin, 10);
    expect((await tus(admin, 'PATCH', path, { ...piece(0), 'tus-resumable': '0.2.2' }, png)).status).toBe(412);
    expect((await tus(admin, 'PATCH', path, { 'upload-offset': '0' }, png)).status).toBe(400);
    expect((await tus(admin, 'PATCH', path, piece(0), randomBytes(11))).status).toBe(413);
    expect(await offsetOf(admin, path)).toBe(0);
    expect((await tus(admin, 'PATCH', path, piece(0), randomBytes(4))).status).toBe(204);
    const before = stored().length;
    expect((await tus(admin, 'DELETE', path, {})).status).toBe(204);
    expect(stored().length).toBeLessThan(before);
    expect((await tus(admin, 'HEAD', path, {})).status).toBe(404);
  });

  it('counts for its organization from its first byte, and others have their own room', async () => {
    const { roomLeft } = (await admin.call('GET', '/v3/files/limits')).body as Json;
    const path = await begin(admin, 20 * megabyte);
    expect(((await admin.call('GET', '/v3/files/limits')).body as Json).roomLeft).toBe(roomLeft - 20 * megabyte);
    const refused = await tus(admin, 'POST', '/api/v3/files', { 'upload-length': String(60 * megabyte) });
    expect([refused.status, ((await refused.json()) as Json).error.code]).toEqual([413, 'files.no_room']);
    expect(((await foreign.call('GET', '/v3/files/limits')).body as Json).roomLeft).toBeGreaterThan(90 * megabyte);
    await tus(admin, 'DELETE', path, {});
    expect(((await admin.call('GET', '/v3/files/limits')).body as Json).roomLeft).toBe(roomLeft);
  });
});

describe('a thumbnail', () => {
  it('is made of a picture for whoever may read it, and of nothing else', async () => {
    const sharp = (await import('sharp')).default;
    const picture = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer();
    const [large, small] = [await upload(admin, 'p.jpg', picture), await upload(admin, 't.txt', 'text')];
    const { id } = await make(admin, { [field.papers]: [{ id: large.id }, { id: small.id }] });
    const link = await linkOf(admin, id, large.id);
    const answer = await read(undefined, link.thumbnail);
    expect(answer.status).toBe(200);
    const made = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([made.format, made.width, made.height]).toEqual(['webp', 512, 256]);
    expect((await linkOf(admin, id, small.id)).thumbnail).toBeNull();
  }, 30_000);

  it('is refused of a picture of 30,000 by 30,000 pixels, and of one that is cut', async () => {
    const bomb = blackPng(30_000);
    expect(bomb.length).toBeLessThan(4 * megabyte);
    const [whole, cut] = [await upload(admin, 'bomb.png', bomb), await upload(admin, 'cut.png', png.subarray(0, 50))];
    const { id } = await make(admin, { [field.papers]: [{ id: whole.id }, { id: cut.id }] });
    for (const file of [whole, cut]) {
      const link = await linkOf(admin, id, file.id);
      expect((await read(undefined, link.thumbnail)).status).toBe(404);
      expect((await read(undefined, link.url)).status).toBe(200);
    }
  }, 60_000);
});

describe('what nobody uses', () => {
  it('goes after a day, with its bytes; what a record has stays', async () => {
    const bytes = randomBytes(5000);
    const [loose, used] = [await upload(admin, 'loose.bin', bytes), await upload(admin, 'used.bin', bytes)];
    await make(admin, { [field.papers]: [{ id: used.id }] });
    const path = await begin(admin, 100);
    await tus(admin, 'PATCH', path, piece(0), randomBytes(40));
    const org = (await sessionOf(admin)).organization.id;
    await expect
      .poll(async () => (await product.ports('files').documents.get<Json>(org, 'files', used.id))?.used)
      .toBe(true);
    const before = stored().length;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 26 * 3_600_000 });
    const { createUploads } = await import('./uploads/uploads.ts');
    const { readLimits } = await import('./config.ts');
    await createUploads(product.ports('files') as never, readLimits()).sweep();
    vi.useRealTimers();
    await expect.poll(() => stored().length).toBeLessThan(before);
    expect((await read(admin, `/api/v3/files/${loose.id}`)).status).toBe(404);
    expect((await tus(admin, 'HEAD', path, {})).status).toBe(404);
    expect((await read(admin, `/api/v3/files/${used.id}`)).status).toBe(200);
  });

  it('goes with a record that is purged, bytes and thumbnail, unless another record has it', async () => {
    const [one, both] = [await upload(admin, 'one.png', png), await upload(admin, 'both.bin', randomBytes(3000))];
    const first = await make(admin, { [field.papers]: [{ id: one.id }, { id: both.id }] });
    await make(admin, { [field.papers]: [{ id: both.id }] });
    const link = await linkOf(admin, first.id, one.id);
    expect((await read(undefined, link.thumbnail)).status).toBe(200);
    expect(stored()).toContain(`thumbnail_${one.id}`);
    const org = (await sessionOf(admin)).organization.id;
    const { documents } = product.ports('files');
    const places = async (id: string) => (await documents.find(org, 'places', { fileId: id })).length;
    await expect.poll(() => places(both.id)).toBe(2);
    await expect.poll(() => places(one.id)).toBe(1);
    const handles = (await documents.get<Json>(org, 'files', one.id)).pieces.map((each: Json) => each.handle);
    await releaseRecords(product.ports('files'), { organizationId: org, recordIds: [first.id] });
    await expect.poll(stored).not.toContain(`thumbnail_${one.id}`);
    for (const handle of handles) expect(stored()).not.toContain(handle);
    expect((await read(undefined, link.url)).status).toBe(404);
    expect((await read(admin, `/api/v3/files/${both.id}`)).status).toBe(200);
  });
});
