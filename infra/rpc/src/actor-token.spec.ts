import { systemActor } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { edgeReader, edgeSigner } from './actor-token.ts';

const key = 'k'.repeat(40);
const ada = systemActor('ada', 'one');

describe('what a gateway says of a request', () => {
  it('is read as it was said, by services of its installation alone', () => {
    const token = edgeSigner(key)(ada, 'cookie', 1000);
    expect(edgeReader(key)(token, 2000)).toMatchObject({ edge: true, actor: { id: ada.id }, via: 'cookie' });
    expect(() => edgeReader('x'.repeat(40))(token, 2000)).toThrow(expect.objectContaining({ code: 'rpc.actor' }));
    expect(() => edgeReader(key)(`${token.slice(0, -2)}AA`, 2000)).toThrow(
      expect.objectContaining({ code: 'rpc.actor' }),
    );
    expect(() => edgeReader(key)(undefined, 2000)).toThrow(expect.objectContaining({ code: 'rpc.actor' }));
  });

  it('serves an actor for a second, each credential for itself, and no other actor', () => {
    const sign = edgeSigner(key);
    const token = sign(ada, 'cookie', 1000);
    expect(sign(ada, 'cookie', 1999)).toBe(token);
    expect(sign(ada, 'bearer', 1999)).not.toBe(token);
    expect(sign({ ...ada }, 'cookie', 1999)).not.toBe(token);
    expect(sign(ada, 'cookie', 2000)).not.toBe(token);
    // A clock that was set back makes nothing last longer.
    expect(sign(ada, 'cookie', 500)).not.toBe(token);
  });

  it('ends after 30 s, also for a service that has read it before', () => {
    const token = edgeSigner(key)(ada, 'bearer', 1000);
    const read = edgeReader(key);
    expect(read(token, 1000)).toBe(read(token, 31_000));
    expect(() => read(token, 31_001)).toThrow(expect.objectContaining({ code: 'rpc.actor' }));
  });

  it('names its key, by which it is accepted as long as that is one of those known', () => {
    const [before, after] = ['a'.repeat(40), 'b'.repeat(40)];
    // The steps of a rotation: each process is in one of two neighbours, and both sign.
    const steps = [before, `${before},${after}`, `${after},${before}`, after];
    for (const [i, step] of steps.entries())
      for (const other of steps.slice(Math.max(0, i - 1), i + 2))
        expect(edgeReader(other)(edgeSigner(step)(ada, 'cookie', 1000), 1000).actor?.id).toBe(ada.id);
    const id = (token: string): string | undefined => token.split('.')[2];
    const ids = steps.map((step) => id(edgeSigner(step)(ada, 'cookie', 1000)));
    expect(ids).toEqual([ids[0], ids[0], ids[3], ids[3]]);
    expect(ids[0]).not.toBe(ids[3]);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}$/);
    for (const [signs, reads] of [
      [before, after],
      [after, before],
      [steps[2]!, before],
    ] as const)
      expect(() => edgeReader(reads)(edgeSigner(signs)(ada, 'cookie', 1000), 1000)).toThrow(
        expect.objectContaining({ code: 'rpc.actor' }),
      );
  });

  it('is one of the key that it names, of any where it names none, as an earlier release does', () => {
    const [one, two] = ['a'.repeat(40), 'b'.repeat(40)];
    const [body, signature, id] = edgeSigner(one)(ada, 'cookie', 1000).split('.');
    const [, , other] = edgeSigner(two)(ada, 'cookie', 1000).split('.');
    const read = (token: string) => () => edgeReader(`${two},${one}`)(token, 1000).actor?.id;
    expect(read(`${body}.${signature}`)()).toBe(ada.id);
    for (const wrong of [`${body}.${signature}.${other}`, `${body}.${signature}.`, `${body}.${signature}.${id}.x`])
      expect(read(wrong)).toThrow(expect.objectContaining({ code: 'rpc.actor' }));
  });

  it('of nobody is nobody', () => {
    expect(edgeReader(key)(edgeSigner(key)(undefined, 'cookie', 1000), 1000).actor).toBeUndefined();
  });
});
