import { describe, expect, it } from 'vitest';
import { feature, featureNames } from './features.ts';

describe('a feature', () => {
  it('is on in a plan that has it, and blocked in others', () => {
    expect(feature({ features: ['api'] }, 'api')).toBe('on');
    expect(feature({ features: ['api'] }, 'lowCode')).toBe('blocked');
    expect(featureNames.map((name) => feature({ features: [] }, name))).not.toContain('on');
  });
  it('is on in a plan that has all', () => {
    expect(featureNames.map((name) => feature({ features: 'all' }, name))).not.toContain('blocked');
  });
});
