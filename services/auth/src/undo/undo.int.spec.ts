import { newId } from '@tessera/kernel';
import {
  caller,
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type User = { id: string; email: string; seat: string; active: boolean; role: { id: string } };

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(() => product.stop());

const userOf = async (email: string): Promise<User> =>
  ((await admin.call('GET', '/v3/users')).body as { users: User[] }).users.find((one) => one.email === email)!;
const undo = (commit: string, body: object = {}, by = admin) => by.call('POST', `/v3/undo/${commit}`, body);
const change = async (id: string, body: object, headers: Record<string, string> = {}): Promise<string> => {
  const { status, headers: told } = await admin.call('PUT', `/v3/account/user/${id}`, body, headers);
  expect(status).toBe(204);
  return told.get('tessera-commit')!;
};

describe('a change of a person', () => {
  it('is undone by its commit, and the undo of the undo brings it back', async () => {
    await colleague(product, admin, { email: 'ro@marlow.example', seat: 'builder', role: '2' });
    const { id } = await userOf('ro@marlow.example');
    const commit = await change(id, { seat: 'member', role: '3' });
    expect((await undo(commit, { preview: true })).body).toMatchObject({ records: 1, conflicts: [] });
    expect(await userOf('ro@marlow.example')).toMatchObject({ seat: 'member', role: { id: '3' } });
    const back = await undo(commit);
    expect({ status: back.status, body: back.body }).toMatchObject({
      status: 200,
      body: { kind: 'memberAssigned', records: 1 },
    });
    expect(await userOf('ro@marlow.example')).toMatchObject({ seat: 'builder', role: { id: '2' } });
    expect((await undo(commit)).body).toMatchObject({ error: { code: 'undo.nothing' } });
    await undo(back.headers.get('tessera-commit')!);
    expect(await userOf('ro@marlow.example')).toMatchObject({ seat: 'member', role: { id: '3' } });
  });

  it('that others changed again is a conflict, which overwriting decides', async () => {
    await colleague(product, admin, { email: 'so@marlow.example', seat: 'member', role: '3' });
    const { id } = await userOf('so@marlow.example');
    const commit = await change(id, { seat: 'viewer' });
    await change(id, { seat: 'builder' });
    expect((await undo(commit)).body).toMatchObject({
      error: {
        code: 'undo.conflicts',
        details: { conflicts: [{ recordId: id, fieldName: 'seat', current: 'builder', undoTo: 'member' }] },
      },
    });
    expect((await userOf('so@marlow.example')).seat).toBe('builder');
    expect((await undo(commit, { conflicts: 'overwrite' })).status).toBe(200);
    expect((await userOf('so@marlow.example')).seat).toBe('member');
  });

  it('is undone together with others of one operation', async () => {
    await colleague(product, admin, { email: 'ti@marlow.example', seat: 'member', role: '3' });
    const { id } = await userOf('ti@marlow.example');
    const operation = newId();
    const grouped = { 'tessera-operation': operation };
    await change(id, { seat: 'builder' }, grouped);
    await change(id, { role: '2' }, grouped);
    await change(id, { active: false }, grouped);
    const { body } = await admin.call('GET', `/v3/account/user/${id}/history`);
    expect((body as { entries: unknown[] }).entries[0]).toMatchObject({
      id: `auth.${operation}`,
      undoable: true,
      undone: false,
    });
    const done = await undo(`auth.${operation}`);
    expect(done.status).toBe(200);
    expect(await userOf('ti@marlow.example')).toMatchObject({ seat: 'member', role: { id: '3' }, active: true });
    const redo = (done.body as { operationId: string }).operationId;
    expect((await undo(`auth.${redo}`)).status).toBe(200);
    expect(await userOf('ti@marlow.example')).toMatchObject({ seat: 'builder', role: { id: '2' }, active: false });
  });

  it('asks for the right of now, of nobody less and of nobody elsewhere', async () => {
    const lee = await colleague(product, admin, { email: 'lee@marlow.example', seat: 'builder', role: '2' });
    await colleague(product, admin, { email: 'uma@marlow.example', seat: 'member', role: '3' });
    const { id } = await userOf('uma@marlow.example');
    const commit = await change(id, { seat: 'viewer' });
    const toAdmin = await change(id, { role: '1' });
    // A builder may manage people, and not make an administrator of one, nor unmake one.
    expect(await undo(toAdmin, {}, lee)).toMatchObject({
      status: 403,
      body: { error: { code: 'role.not_grantable' } },
    });
    await change((await userOf('lee@marlow.example')).id, { role: '3' });
    for (const body of [{}, { preview: true }]) expect((await undo(commit, body, lee)).status).toBe(403);
    const eve = await foreignAdmin(product);
    expect(await undo(commit, {}, eve)).toMatchObject({ status: 404, body: { error: { code: 'undo.not_found' } } });
    expect((await undo(commit, {}, caller(product.url))).status).toBe(401);
  });

  it('stands in their history with who took it back', async () => {
    await colleague(product, admin, { email: 'vi@marlow.example', seat: 'member', role: '3' });
    const { id } = await userOf('vi@marlow.example');
    const commit = await change(id, { active: false });
    await undo(commit);
    const { body } = await admin.call('GET', `/v3/account/user/${id}/history`);
    expect((body as { entries: unknown[] }).entries).toMatchObject([
      { origin: 'undo', undoes: commit, actor: { kind: 'user', name: 'Maren Okafor' }, undone: false },
      { id: commit, changes: [{ name: 'active', before: 'true', after: 'false' }], undone: true, undoable: false },
      { kind: 'invitationAccepted', undoable: false },
    ]);
  });
});

describe('an invitation', () => {
  const invite = async () => {
    const { body, headers } = await admin.call('POST', '/v3/invitations', { seat: 'member', role: '3' });
    const { id, link } = body as { id: string; link: string };
    return { id, token: link.split('/').at(-1)!, commit: headers.get('tessera-commit')! };
  };
  const stateOf = async (token: string) =>
    ((await caller(product.url).call('GET', `/invitations/${token}`)).body as { state: string }).state;

  it('that was revoked works again by the same link, until its day', async () => {
    const { id, token } = await invite();
    const commit = (await admin.call('DELETE', `/v3/invitations/${id}`)).headers.get('tessera-commit')!;
    expect(await stateOf(token)).toBe('revoked');
    expect((await undo(commit)).status).toBe(200);
    expect(await stateOf(token)).toBe('open');
  });

  it('that was made is revoked, unless somebody came by it', async () => {
    const made = await invite();
    expect((await undo(made.commit)).status).toBe(200);
    expect(await stateOf(made.token)).toBe('revoked');
    const used = await invite();
    const person = { name: 'Wim', email: 'wim@marlow.example', password: 'seven-oaks-43' };
    expect((await caller(product.url).call('POST', `/invitations/${used.token}/accept`, person)).status).toBe(201);
    expect((await undo(used.commit, { conflicts: 'overwrite' })).body).toMatchObject({
      error: { code: 'undo.nothing', details: { conflicts: [{ blocked: 'invitation.used' }] } },
    });
  });
});

describe('what lets somebody in', () => {
  it('never comes back: no token, no password', async () => {
    const made = await admin.call('POST', '/v3/api-token', { name: 'old' });
    const { id_api_token: id } = made.body as { id_api_token: string };
    const deleted = (await admin.call('DELETE', `/v3/api-token/${id}`)).headers.get('tessera-commit')!;
    for (const conflicts of [undefined, 'overwrite'])
      expect(await undo(deleted, { conflicts })).toMatchObject({
        status: 400,
        body: { error: { code: 'undo.not_undoable' } },
      });
  });
});
