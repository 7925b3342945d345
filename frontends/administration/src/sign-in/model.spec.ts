import { describe, expect, it } from 'vitest';
import { bodyOf, domainsIn, draftOf, missing } from './model.ts';

const names = { oidc: 'OpenID Connect', google: 'Google', microsoft: 'Microsoft', apple: 'Apple' };
const draft = draftOf(undefined, names);

describe('a provider as it is typed', () => {
  it('wants an address, a client and a secret', () =>
    expect([...missing(draft, true)]).toEqual(['clientId', 'at', 'secret']));
  it('of Google wants no address, of Apple its team and its key', () => {
    expect([...missing({ ...draft, kind: 'google' }, true)]).toEqual(['clientId', 'secret']);
    expect([...missing({ ...draft, kind: 'apple' }, true)]).toEqual(['clientId', 'secret', 'teamId', 'keyId']);
  });
  it('that is there keeps its secret', () => expect(missing(draft, false).has('secret')).toBe(false));
  it('lets people in only with a role and domains', () =>
    expect([...missing({ ...draft, joins: true }, false)]).toEqual(['clientId', 'at', 'role', 'domains']));
  it('has its domains by commas, spaces or lines', () =>
    expect(domainsIn(' @Marlow.example, other.example\nthird.example ')).toEqual([
      'marlow.example',
      'other.example',
      'third.example',
    ]));
  it('is sent without a secret that nobody typed, and without a role that nobody chose', () =>
    expect(bodyOf(draft)).toMatchObject({ role: null, seat: null, domains: [] }));
});
