import { describe, expect, it } from 'vitest';
import { feature, featureNames, requireFeature } from './features.ts';

describe('a feature', () => {
  it('is what the plan of the actor lists', () => {
    const actor = { plan: { features: ['api'] } };
    expect(feature(actor, 'api')).toBe('on');
    expect(feature(actor, 'lowCode')).toBe('blocked');
    expect(featureNames.map((name) => feature({ plan: { features: [] } }, name))).not.toContain('on');
  });
  it('is there, as each is, where the plan has all or there is none', () => {
    for (const actor of [{}, { plan: { features: 'all' } }] as const)
      expect(featureNames.map((name) => feature(actor, name))).not.toContain('blocked');
  });
  it('that is missing is refused by name, and one that nobody can tell waits', () => {
    expect(() => requireFeature({ plan: { features: ['api'] } }, 'api')).not.toThrow();
    expect(() => requireFeature({ plan: { features: ['api'] } }, 'roles')).toThrow(
      expect.objectContaining({ kind: 'forbidden', code: 'plan.feature', details: { feature: 'roles' } }),
    );
    expect(() => requireFeature({ plan: { features: 'unknown' } }, 'api')).toThrow(
      expect.objectContaining({ kind: 'unavailable', code: 'service.unavailable' }),
    );
  });
});
