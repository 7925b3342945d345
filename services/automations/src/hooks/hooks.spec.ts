import { describe, expect, it } from 'vitest';
import { respond } from '../steps/respond.ts';
import type { Doing } from '../steps/step.ts';
import { bodyOf, headersOf, sameCall } from './call.ts';
import { secretFrom } from './signing.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('a call', () => {
  it.each<readonly [string, string, string, unknown]>([
    ['JSON', '{"a":[1]}', 'application/json; charset=utf-8', { a: [1] }],
    ['JSON of a kind', '7', 'application/ld+json', 7],
    ['a form', 'a=1&b=x+y', 'application/x-www-form-urlencoded', { a: '1', b: 'x y' }],
    ['text', 'hello', 'text/plain', 'hello'],
    ['what is not said', '{"a":1}', '', '{"a":1}'],
    ['nothing', '', 'application/json', null],
  ])('brings %s', (_name, text, type, expected) => {
    expect(bodyOf(bytes(text), type)).toEqual(expected);
  });
  it('is refused where it says that it is JSON and is none, nests without an end, or is no text', () => {
    const codeOf = (sent: Buffer, type: string): string => {
      try {
        return String(bodyOf(sent, type));
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect([
      codeOf(bytes('{'), 'application/json'),
      codeOf(bytes('['.repeat(100) + ']'.repeat(100)), 'application/json'),
      codeOf(Buffer.from([0xff]), 'text/plain'),
    ]).toEqual(['request.invalid', 'request.too_deep', 'request.not_utf8']);
  });
  it('leaves secrets of its caller behind', () => {
    const headers = { authorization: 'Bearer x', cookie: 'a', 'x-forwarded-for': '1', 'x-shop': 'y'.repeat(2_000) };
    expect(headersOf(headers)).toEqual({ 'x-shop': 'y'.repeat(1_000) });
    expect(
      Object.keys(headersOf(Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`h${i}`, 'x'])))),
    ).toHaveLength(50);
  });
  it('is the same as another by its id', () => {
    expect(sameCall({ 'webhook-id': 'a', 'idempotency-key': 'b' })).toBe('a');
    expect([sameCall({ 'idempotency-key': 'b' }), sameCall({}), sameCall({ 'webhook-id': '' })]).toEqual([
      'b',
      undefined,
      undefined,
    ]);
  });
});

describe('a secret of the sender', () => {
  const key = (bytes: number): string => Buffer.alloc(bytes, 9).toString('base64');
  it.each<readonly [string, string | undefined, string | undefined]>([
    ['is left out', undefined, undefined],
    ['is as it is written', `whsec_${key(32)}`, `whsec_${key(32)}`],
    ['may come without its beginning', key(24), `whsec_${key(24)}`],
    ['is too short', key(23), 'hook.secret_wrong'],
    ['is too long', key(65), 'hook.secret_wrong'],
    ['is no base64', 'a secret of words that nobody knows', 'hook.secret_wrong'],
    ['is empty', '', 'hook.secret_wrong'],
  ])('%s', (_name, given, expected) => {
    const told = (): string | undefined => {
      try {
        return secretFrom(given);
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(told()).toBe(expected);
  });
});

describe('an answer', () => {
  it.each<readonly [object, object]>([
    [{}, { status: 200, body: null }],
    [
      { status: 201, body: { id: 1 } },
      { status: 201, body: { id: 1 } },
    ],
    [{ body: 'x' }, { status: 200, body: 'x' }],
  ])('of %j', async (input, output) => {
    expect(await respond.run({ input } as Doing)).toEqual({ output });
  });
});
