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

  it('of nobody is nobody', () => {
    expect(edgeReader(key)(edgeSigner(key)(undefined, 'cookie', 1000), 1000).actor).toBeUndefined();
  });
});
