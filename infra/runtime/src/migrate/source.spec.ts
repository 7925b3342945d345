import { describe, expect, it } from 'vitest';
import type { ServiceDefinition } from '../service.ts';
import { services } from '../services.ts';
import { ownersOf } from './source.ts';

const service = (name: string, ...keeps: string[]): ServiceDefinition => ({
  name,
  keeps,
  compose: () => ({}) as never,
});

describe('what services keep in the one small store', () => {
  it('has one owner each', () => {
    expect(ownersOf(services).get('recent')).toBe('apps');
    expect(ownersOf(services).get('nothing')).toBeUndefined();
    expect(() => ownersOf([service('a', 'x'), service('b', 'x')])).toThrow('a and b both keep "x"');
  });
});
