import {
  caller,
  colleague,
  firstRun,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type People = { readonly users: readonly { readonly id: string; readonly name: string }[]; readonly next?: string };
type Invitations = { readonly invitations: readonly { readonly id: string }[]; readonly next?: string };

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(() => product.stop());

const read = async <T>(path: string): Promise<T> => (await admin.call('GET', path)).body as T;

describe('people', () => {
  it('come in pages by name, each once, also where somebody comes in between', async () => {
    for (const name of ['ann', 'bea', 'cid', 'dot'])
      await colleague(product, admin, { email: `${name}@marlow.example`, seat: 'member', role: '3' });
    const all = (await read<People>('/v3/users')).users.map(({ id }) => id);
    expect(all).toHaveLength(5);
    const first = await read<People>('/v3/users?limit=2');
    expect(first.users.map(({ id }) => id)).toEqual(all.slice(0, 2));
    await colleague(product, admin, { email: 'aaron@marlow.example', seat: 'member', role: '3' });
    const second = await read<People>(`/v3/users?limit=2&after=${first.next}`);
    const third = await read<People>(`/v3/users?limit=2&after=${second.next}`);
    const seen = [...first.users, ...second.users, ...third.users].map(({ id }) => id);
    expect(seen).toEqual(expect.arrayContaining(all));
    expect(new Set(seen).size).toBe(seen.length);
    expect(third.next).toBeUndefined();
  });

  it('are found by a part of their name or e-mail', async () => {
    const found = await read<People>('/v3/users?search=BEA%40');
    expect(found.users).toHaveLength(1);
    expect(await read<People>('/v3/users?search=nobody-of-this-name')).toEqual({ users: [] });
  });
});

it('invitations come in pages, the newest first', async () => {
  const made: string[] = [];
  for (let n = 0; n < 3; n++)
    made.unshift(
      ((await admin.call('POST', '/v3/invitations', { seat: 'member', role: '3' })).body as { id: string }).id,
    );
  const first = await read<Invitations>('/v3/invitations?limit=2');
  const rest = await read<Invitations>(`/v3/invitations?after=${first.next}`);
  expect([...first.invitations, ...rest.invitations].map(({ id }) => id).slice(0, 3)).toEqual(made);
  expect(first.invitations).toHaveLength(2);
  expect(rest.next).toBeUndefined();
});

it('a cursor that is none, and a page of none or too many, are refused', async () => {
  expect((await admin.call('GET', '/v3/users?after=x')).body).toMatchObject({ error: { code: 'request.cursor' } });
  for (const limit of ['0', '1001', 'x'])
    expect((await admin.call('GET', `/v3/invitations?limit=${limit}`)).status, limit).toBe(400);
  expect((await caller(product.url, '').call('GET', '/v3/users?limit=1')).status).toBe(401);
});
