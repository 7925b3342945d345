import { describe, expect, it } from 'vitest';
import { addressIn, placeIn, staysIn } from './address.ts';

const base = '/app/7/bundle';

describe('addresses within the menu of an app', () => {
  it.each(['/object/1/list', '/chat/channel/2', '/workspaces/3', '/app-page/4', '/for-you', '/settings/users'])(
    '%s stays there',
    (place) => {
      expect(addressIn(base, place)).toBe(`${base}${place}`);
      expect(placeIn(base, `${base}${place}`)).toBe(place);
    },
  );

  it.each(['/app/4', '/login', '/public/t', '/'])('%s leads out', (place) => {
    expect(staysIn(place)).toBe(false);
    expect(addressIn(base, place)).toBe(place);
  });

  it('an address of the plain kind is a place as it stands', () => {
    expect(placeIn(base, '/app/7')).toBe('/app/7');
  });
});
