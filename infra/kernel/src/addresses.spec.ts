import { describe, expect, it } from 'vitest';
import { publicLinkIn } from './addresses.ts';

const token = 'aB3_-aB3_-aB3_-aB3_-aB';

describe('the address of a public link', () => {
  it('names a token, and the organization where it stands before it', () => {
    expect(publicLinkIn(`/public/${token}`)).toEqual({ token });
    expect(publicLinkIn(`/marlow/${token}/`)).toEqual({ organization: 'marlow', token });
  });
  it.each([
    '/',
    '/home',
    `/object/${token}`,
    '/marlow/short',
    `/marlow/${token}/more`,
    `/ma/${token}`,
    `/settings/${token}`,
  ])('is not %s', (path) => expect(publicLinkIn(path)).toBeUndefined());
});
