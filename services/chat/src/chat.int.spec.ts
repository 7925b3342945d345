import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Conversation = {
  readonly id: string;
  readonly name: string;
  readonly unread: number;
  readonly unreadInThreads: number;
  readonly members: string[];
};
type Message = {
  readonly id: string;
  readonly sequence: number;
  readonly content: { readonly blocks: readonly { readonly runs: readonly { readonly text: string }[] }[] } | null;
  readonly replies: number;
  readonly unreadReplies: number;
  readonly reactions: readonly { readonly emoji: string; readonly users: readonly string[] }[];
};

let product: TestProduct;
let admin: TestCaller;
let mo: TestCaller;
let vi: TestCaller;
let ids: { readonly admin: string; readonly mo: string; readonly vi: string };
const idOf = ({ body }: { readonly body: unknown }): string => (body as { readonly id: string }).id;
const code = ({ body }: { readonly body: unknown }): string => (body as { error: { code: string } }).error.code;
const text = (words: string) => ({ blocks: [{ kind: 'paragraph', runs: [{ text: words }] }] });
const say = (by: TestCaller, where: string, words: string, more: object = {}) =>
  by.call('POST', `/v3/conversations/${where}/messages`, { content: text(words), ...more });
const heard = async (by: TestCaller, where: string, query = ''): Promise<readonly Message[]> =>
  ((await by.call('GET', `/v3/conversations/${where}/messages${query}`)).body as { messages: readonly Message[] })
    .messages;
const words = (all: readonly Message[]): readonly (string | null)[] =>
  all.map(({ content }) => content?.blocks[0]?.runs[0]?.text ?? null);
const listed = async (by: TestCaller): Promise<readonly Conversation[]> =>
  ((await by.call('GET', '/v3/conversations')).body as { conversations: readonly Conversation[] }).conversations;
const open = async (by: TestCaller, body: object): Promise<string> => {
  const answer = await by.call('POST', '/v3/conversations', body);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
  return idOf(answer);
};

beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  mo = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
  vi = await colleague(product, admin, { email: 'vi@marlow.example', seat: 'viewer', role: '3' });
  const { users } = (await admin.call('GET', '/v3/users')).body as { users: readonly { id: string; email: string }[] };
  const by = (start: string): string => users.find(({ email }) => email.startsWith(start))!.id;
  ids = { mo: by('mo@'), vi: by('vi@'), admin: users.find(({ email }) => !/^(mo|vi)@/.test(email))!.id };
});
afterAll(() => product.stop());

describe('a channel', () => {
  it('is heard by everybody, who see what they have not read', async () => {
    const id = await open(mo, { chatType: 'channel', name: ' Sales ' });
    await say(mo, id, 'Hello');
    const second = await say(vi, id, 'Hi Mo');
    expect(second.body).toMatchObject({ sequence: 2, sentBy: ids.vi });
    expect(words(await heard(admin, id))).toEqual(['Hello', 'Hi Mo']);
    const unread = async (by: TestCaller) => (await listed(by)).find((one) => one.id === id)!.unread;
    expect([await unread(admin), await unread(mo), await unread(vi)]).toEqual([2, 1, 0]);
    await admin.call('POST', `/v3/conversations/${id}/read`, { sequence: 1 });
    await admin.call('POST', `/v3/conversations/${id}/read`, { sequence: 0 });
    expect(await unread(admin)).toBe(1);
    const foreign = await foreignAdmin(product);
    expect(await listed(foreign)).toEqual([]);
    expect(code(await say(foreign, id, 'Me too'))).toBe('conversation_not_found');
  });

  it('pages backward, says each thing once, and has threads', async () => {
    const id = await open(admin, { chatType: 'channel', name: 'Long' });
    let first = '';
    for (let at = 1; at <= 7; at++) {
      const said = await say(admin, id, `Line ${at}`);
      if (at === 1) first = idOf(said);
    }
    expect(words(await heard(mo, id, '?limit=3'))).toEqual(['Line 5', 'Line 6', 'Line 7']);
    expect(words(await heard(mo, id, '?limit=3&before=5'))).toEqual(['Line 2', 'Line 3', 'Line 4']);
    expect(words(await heard(mo, id, '?limit=3&before=2'))).toEqual(['Line 1']);
    expect(words(await heard(mo, id, '?after=5'))).toEqual(['Line 6', 'Line 7']);
    const own = '01m8cr7evxa7ysdgwzt7zs51hg';
    const [one, two] = [await say(mo, id, 'Once', { id: own }), await say(mo, id, 'Once', { id: own })];
    expect([one.status, two.status, idOf(one), idOf(two)]).toEqual([201, 201, own, own]);
    expect((await heard(mo, id)).filter(({ id: which }) => which === own)).toHaveLength(1);
    const reply = await say(mo, id, 'An answer', { threadId: first });
    expect(reply.body).toMatchObject({ sequence: 1, threadId: first });
    expect((await heard(mo, id)).find((m) => m.id === first)?.replies).toBe(1);
    expect(words(await heard(vi, id, `?thread=${first}`))).toEqual(['An answer']);
    expect(code(await say(mo, id, 'Deeper', { threadId: idOf(reply) }))).toBe('message_not_found');
  });

  it('counts the answers that those in a thread have not read, and theirs alone', async () => {
    const id = await open(mo, { chatType: 'channel', name: 'Threads' });
    const first = idOf(await say(mo, id, 'A question'));
    const unread = async (by: TestCaller): Promise<readonly [number, number]> => [
      (await listed(by)).find((one) => one.id === id)!.unreadInThreads,
      (await heard(by, id))[0]!.unreadReplies,
    ];
    await say(vi, id, 'One', { threadId: first });
    await say(vi, id, 'Two', { threadId: first });
    expect([await unread(mo), await unread(vi), await unread(admin)]).toEqual([
      [2, 2],
      [0, 0],
      [0, 0],
    ]);
    const read = (by: TestCaller, sequence: number) =>
      by.call('POST', `/v3/conversations/${id}/read`, { sequence, threadId: first });
    await read(mo, 1);
    // Who only looks is not in it.
    await read(admin, 1);
    await say(mo, id, 'Three', { threadId: first });
    expect([await unread(mo), await unread(vi), await unread(admin)]).toEqual([
      [0, 0],
      [1, 1],
      [0, 0],
    ]);
    expect(code(await mo.call('POST', `/v3/conversations/${id}/read`, { sequence: 1, threadId: id }))).toBe(
      'message_not_found',
    );
  });

  it('is a file for whoever hears it, with its threads', async () => {
    const id = await open(mo, { chatType: 'private_channel', name: 'Kept', members: [ids.vi] });
    const first = idOf(await say(mo, id, 'A question'));
    await say(vi, id, 'An answer', { threadId: first });
    await say(mo, id, 'And more');
    const file = async (by: TestCaller): Promise<Response> =>
      fetch(`${product.url}/api/v3/conversations/${id}/export?format=markdown`, {
        headers: { authorization: `Bearer ${by.token}` },
      });
    const kept = await file(vi);
    expect(kept.headers.get('content-disposition')).toContain('Kept');
    expect(await kept.text()).toMatch(/^# Kept\n\n[^>]*A question\n\n> [^>]*\n> An answer\n\n[^>]*And more\n\n$/);
    expect((await file(admin)).status).toBe(404);
  });

  it('has messages that their writers edit, take away and bring back, and signs of others', async () => {
    const id = await open(mo, { chatType: 'channel', name: 'Words' });
    const said = idOf(await say(mo, id, 'Helo'));
    const at = `/v3/conversations/${id}/messages/${said}`;
    expect(code(await vi.call('PATCH', at, { content: text('No') }))).toBe('chat.denied');
    expect((await mo.call('PATCH', at, { content: text('Hello') })).status).toBe(204);
    expect(code(await mo.call('PATCH', at, { content: text(' ') }))).toBe('chat.empty');
    expect((await vi.call('PUT', `${at}/reactions/${encodeURIComponent('👍')}`)).status).toBe(204);
    expect((await heard(mo, id))[0]).toMatchObject({ reactions: [{ emoji: '👍', users: [ids.vi] }] });
    await vi.call('DELETE', `${at}/reactions/${encodeURIComponent('👍')}`);
    expect((await heard(mo, id))[0]?.reactions).toEqual([]);
    expect(code(await vi.call('DELETE', at))).toBe('chat.denied');
    const gone = await mo.call('DELETE', at);
    expect(gone.status).toBe(204);
    expect((await heard(mo, id))[0]).toMatchObject({ deleted: true, content: null });
    expect((await mo.call('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect(words(await heard(mo, id))).toEqual(['Hello']);
  });
});

describe('a message with files', () => {
  it('shows them to who hears it, until it is taken away', async () => {
    const form = new FormData();
    form.set('file', new Blob(['the plan']), 'plan.txt');
    const headers = { authorization: `Bearer ${mo.token}` };
    const sent = await fetch(`${product.url}/api/v3/files`, { method: 'POST', headers, body: form });
    const file = idOf({ body: await sent.json() });
    const id = await open(mo, { chatType: 'private_channel', name: 'Plans', members: [ids.vi] });
    expect(code(await say(vi, id, 'Mine?', { files: [file] }))).toBe('chat.file_missing');
    const said = await mo.call('POST', `/v3/conversations/${id}/messages`, { content: text(''), files: [file] });
    expect(said).toMatchObject({ status: 201, body: { files: [{ id: file, name: 'plan.txt', size: 8 }] } });
    const opened = async (by: TestCaller): Promise<number> =>
      (await fetch(`${product.url}/api/v3/files/${file}`, { headers: { authorization: `Bearer ${by.token}` } })).status;
    await expect.poll(() => opened(vi)).toBe(200);
    expect(await opened(admin)).toBe(404);
    await mo.call('DELETE', `/v3/conversations/${id}/messages/${idOf(said)}`);
    expect(await opened(vi)).toBe(404);
  });
});

describe('what is private', () => {
  it('is for its members alone, administrators included', async () => {
    const id = await open(mo, { chatType: 'private_channel', name: 'Board', members: [ids.vi] });
    await say(vi, id, 'Between us');
    expect((await listed(mo)).map(({ name }) => name)).toContain('Board');
    expect((await listed(admin)).map(({ name }) => name)).not.toContain('Board');
    expect(code(await admin.call('GET', `/v3/conversations/${id}/messages`))).toBe('conversation_not_found');
    expect(code(await say(admin, id, 'Me too'))).toBe('conversation_not_found');
    expect(code(await vi.call('PATCH', `/v3/conversations/${id}`, { name: 'Mine' }))).toBe('chat.denied');
    // Anybody leaves.
    expect((await vi.call('PATCH', `/v3/conversations/${id}`, { members: [ids.mo] })).status).toBe(204);
    expect(code(await vi.call('GET', `/v3/conversations/${id}`))).toBe('conversation_not_found');
    expect(JSON.stringify((await admin.call('POST', '/historyLog/list', {})).body)).not.toContain('Board');
  });

  it('is what two people say to each other, once, whoever begins', async () => {
    const one = await open(mo, { chatType: 'dm', userId: ids.vi });
    const two = await open(vi, { chatType: 'dm', userId: ids.mo });
    expect(two).toBe(one);
    await say(mo, one, 'Lunch?');
    expect((await listed(vi)).find(({ id }) => id === one)).toMatchObject({ unread: 1 });
    expect(code(await admin.call('GET', `/v3/conversations/${one}`))).toBe('conversation_not_found');
    expect(code(await mo.call('PATCH', `/v3/conversations/${one}`, { name: 'Us' }))).toBe('chat.fixed');
    expect(code(await mo.call('POST', '/v3/conversations', { chatType: 'dm' }))).toBe('chat.with_yourself');
  });
});

describe('the conversation of a record', () => {
  const of = (table: string, record: string): string => `record:${table}:${record}`;
  let table: string;
  let record: string;
  const comments = async (by: TestCaller): Promise<readonly string[]> =>
    (
      (await by.call('GET', `/v3/tables/${table}/records/${record}/comments`)).body as {
        comments: readonly { text: string }[];
      }
    ).comments.map(({ text: said }) => said);

  beforeAll(async () => {
    const fields = [{ name: 'Name', type: 'text' }];
    const made = (await admin.call('POST', '/v3/tables', { label: 'Deals', fields })).body as {
      id: string;
      fields: readonly { id: string }[];
    };
    table = made.id;
    const records = [{ fields: { [made.fields[0]!.id]: 'Oakline' } }];
    const answer = await admin.call('POST', `/v3/tables/${table}/records`, { records });
    record = (answer.body as { records: readonly { id: string }[] }).records[0]!.id;
  });

  it('is there without a word, and has what was said of the record, from wherever', async () => {
    const at = of(table, record);
    expect((await mo.call('GET', `/v3/conversations/${at}`)).body).toMatchObject({
      id: at,
      chatType: 'record',
      name: 'Oakline',
      head: 0,
      record: { tableId: table, recordId: record },
    });
    expect(await heard(mo, at)).toEqual([]);
    expect(code(await mo.call('PATCH', `/v3/conversations/${at}`, { name: 'Ours' }))).toBe('conversation_not_found');
    await admin.call('POST', `/v3/tables/${table}/records/${record}/comments`, { text: `First, <@${ids.mo}>` });
    await expect.poll(() => heard(mo, at)).toHaveLength(1);
    expect((await heard(mo, at))[0]?.content?.blocks[0]?.runs).toMatchObject([{ text: 'First, ' }, { userId: ids.mo }]);
    const second = await say(mo, at, 'Second');
    expect(second.body).toMatchObject({ sequence: 2, sentBy: ids.mo });
    expect(words(await heard(admin, at)).at(-1)).toBe('Second');
    expect(await comments(admin)).toEqual(['Second', `First, <@${ids.mo}>`]);
    // Whoever spoke or was mentioned finds it in their list.
    expect((await listed(admin)).find(({ id }) => id === at)).toMatchObject({ name: 'Oakline', unread: 1 });
    expect((await listed(mo)).find(({ id }) => id === at)).toMatchObject({ unread: 0 });
    expect((await listed(vi)).find(({ id }) => id === at)).toBeUndefined();
    await admin.call('POST', `/v3/conversations/${at}/read`, { sequence: 4_000_000_000 });
    expect((await listed(admin)).find(({ id }) => id === at)).toMatchObject({ unread: 0 });
  });

  it('has corrections, signs and threads', async () => {
    const at = of(table, record);
    const said = (await heard(mo, at)).at(-1)!;
    const path = `/v3/conversations/${at}/messages/${said.id}`;
    expect(code(await admin.call('PATCH', path, { content: text('No') }))).toBe('chat.denied');
    expect((await mo.call('PATCH', path, { content: text('Second, better') })).status).toBe(204);
    expect((await comments(admin))[0]).toBe('Second, better');
    await admin.call('PUT', `${path}/reactions/${encodeURIComponent('👍')}`);
    expect((await say(admin, at, 'Agreed', { threadId: said.id })).status).toBe(201);
    expect((await heard(mo, at)).at(-1)).toMatchObject({ replies: 1, reactions: [{ users: [ids.admin] }] });
    expect(words(await heard(mo, at, `?thread=${said.id}`))).toEqual(['Agreed']);
    expect(await comments(admin)).toHaveLength(2);
    expect((await mo.call('DELETE', path)).status).toBe(204);
    expect((await heard(mo, at)).at(-1)).toMatchObject({ deleted: true, content: null });
    expect(await comments(admin)).toHaveLength(1);
  });

  it('is not there for who may not read the record', async () => {
    const at = of(table, record);
    const foreign = await foreignAdmin(product);
    expect(code(await foreign.call('GET', `/v3/conversations/${at}`))).toBe('conversation_not_found');
    expect(code(await say(foreign, at, 'Me too'))).toBe('conversation_not_found');
    await admin.call('DELETE', `/v3/tables/${table}/records/${record}`);
    expect(code(await mo.call('GET', `/v3/conversations/${at}/messages`))).toBe('conversation_not_found');
    expect((await listed(mo)).map(({ id }) => id)).not.toContain(at);
    const found = await mo.call('POST', '/v3/conversations/search', { search: 'agreed' });
    expect(found.body).toEqual({ conversations: [], messages: [] });
  });
});

describe('the search', () => {
  type Found = {
    readonly conversations: readonly Conversation[];
    readonly messages: readonly (Message & { readonly at: number })[];
    readonly previous?: string;
  };
  const search = async (by: TestCaller, words: string, before?: string): Promise<Found> =>
    (await by.call('POST', '/v3/conversations/search', { search: words, before })).body as Found;

  it('finds words in names, messages and threads of what one hears, the newest first', async () => {
    const open1 = await open(mo, { chatType: 'channel', name: 'Orchard' });
    const hidden = await open(mo, { chatType: 'private_channel', name: 'Orchard board', members: [ids.vi] });
    const first = idOf(await say(mo, open1, 'The pêches are ripe'));
    await say(mo, hidden, 'No peches for others');
    await say(vi, open1, 'Peches, peches', { threadId: first });
    const mine = await search(vi, 'PECHES');
    expect(words(mine.messages)).toEqual(['No peches for others', 'Peches, peches', 'The pêches are ripe']);
    expect(mine.messages[1]).toMatchObject({ threadId: first, at: 1 });
    expect(words((await search(admin, 'peches')).messages)).toEqual(['Peches, peches', 'The pêches are ripe']);
    expect(words((await search(admin, 'ripe peches')).messages)).toEqual(['The pêches are ripe']);
    expect((await search(vi, 'orchard')).conversations.map(({ name }) => name)).toEqual(['Orchard', 'Orchard board']);
    expect((await search(admin, 'orchard')).conversations.map(({ name }) => name)).toEqual(['Orchard']);
    expect(await search(admin, 'nowhere')).toEqual({ conversations: [], messages: [] });
  });

  it('leads to a page around what was found, and goes on where it ended', async () => {
    const id = await open(mo, { chatType: 'channel', name: 'Rows' });
    for (let at = 1; at <= 55; at++) await say(mo, id, `Row ${at}`);
    const page = await search(mo, 'row');
    expect(page.messages).toHaveLength(55);
    const around = (await mo.call('GET', `/v3/conversations/${id}/messages?around=20&limit=5`)).body as {
      messages: readonly Message[];
    };
    expect(around).toMatchObject({ previous: 18, next: 22 });
    expect(words(around.messages)).toEqual(['Row 18', 'Row 19', 'Row 20', 'Row 21', 'Row 22']);
  });
});

describe('what is said of a doc page', () => {
  const write = async (title: string): Promise<string> =>
    idOf(await admin.call('POST', '/v3/doc-pages', { title, content: { text: 'Ropes and anchors' } }));
  type Comment = Message & { readonly anchor: object | null; readonly resolved: boolean };
  const comments = async (by: TestCaller, page: string): Promise<readonly Comment[]> =>
    (await heard(by, `page:${page}`)) as readonly Comment[];

  it('is there without a POST, is about words of it, is answered, settled and opened again', async () => {
    const page = await write('Plan');
    const empty = await vi.call('GET', `/v3/conversations/page:${page}`);
    expect(empty.body).toMatchObject({ id: `page:${page}`, chatType: 'page', name: 'Plan', head: 0, pageId: page });
    const anchor = { quote: 'anchors', at: 10 };
    const said = await say(vi, `page:${page}`, 'How many?', { anchor });
    expect([said.status, said.body]).toMatchObject([201, { anchor, resolved: false }]);
    const id = idOf(said);
    expect((await say(mo, `page:${page}`, 'Two', { threadId: id })).status).toBe(201);
    const nested = await say(mo, `page:${page}`, 'x', { threadId: id, anchor });
    expect([nested.status, code(nested)]).toEqual([400, 'chat.no_anchor']);
    const settle = (resolved: boolean) =>
      mo.call('PUT', `/v3/conversations/page:${page}/messages/${id}/resolved`, { resolved });
    const settled = await settle(true);
    expect(settled.status).toBe(204);
    expect(await comments(admin, page)).toMatchObject([{ id, anchor, resolved: true, replies: 1 }]);
    await settle(false);
    expect(await comments(admin, page)).toMatchObject([{ id, resolved: false }]);
    // It stands at the page, and in nobody's list of conversations.
    expect((await listed(vi)).some((one) => one.id === `page:${page}`)).toBe(false);
  });

  it('is heard by whoever reads the page, and by nobody once that is in the trash', async () => {
    const page = await write('Old');
    await say(mo, `page:${page}`, 'Here');
    const eve = await foreignAdmin(product);
    expect((await eve.call('GET', `/v3/conversations/page:${page}/messages`)).status).toBe(404);
    await admin.call('DELETE', `/v3/doc-pages/${page}`);
    for (const [method, path] of [
      ['GET', `/v3/conversations/page:${page}`],
      ['GET', `/v3/conversations/page:${page}/messages`],
    ] as const)
      expect([path, (await mo.call(method, path)).status]).toEqual([path, 404]);
    expect((await say(mo, `page:${page}`, 'Late')).status).toBe(404);
  });

  it('has no name, no members and no end of its own, and only it is about words', async () => {
    const page = await write('Fixed');
    await say(mo, `page:${page}`, 'Here');
    for (const answer of [
      await admin.call('PATCH', `/v3/conversations/page:${page}`, { name: 'Mine' }),
      await admin.call('DELETE', `/v3/conversations/page:${page}`),
    ])
      expect([answer.status, code(answer)]).toEqual([409, 'chat.fixed']);
    const channel = await open(admin, { chatType: 'channel', name: 'Pages' });
    const wrong = await say(admin, channel, 'x', { anchor: { quote: 'x', at: 0 } });
    expect([wrong.status, code(wrong)]).toEqual([400, 'chat.no_anchor']);
  });
});
