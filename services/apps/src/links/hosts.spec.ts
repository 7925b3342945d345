import { describe, expect, it } from 'vitest';
import { hostsOf } from './hosts.ts';

describe('the hosts that may show a link in a frame', () => {
  it.each([
    [['shop.example'], ['shop.example']],
    [['https://Shop.Example/contact?a=1', 'shop.example'], ['shop.example']],
    [
      ['*.shop.example', 'localhost:3000'],
      ['*.shop.example', 'localhost:3000'],
    ],
    [[], []],
  ])('are names with an optional star and port: %j', (written, hosts) => expect(hostsOf(written)).toEqual(hosts));
  it.each(['', '*', 'a b', "shop.example; script-src 'unsafe-inline'", 'shop..example', 'shöp.example', 'a:99999999'])(
    'are nothing else: %s',
    (written) => expect(() => hostsOf([written])).toThrow('such as shop.example'),
  );
});
