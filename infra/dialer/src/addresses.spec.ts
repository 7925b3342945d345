import { describe, expect, it } from 'vitest';
import { createAddresses } from './addresses.ts';

const { mayDial } = createAddresses([]);

describe('addresses of the public internet', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
    'may be dialled: %s',
    (address) => expect(mayDial(address)).toBe(true),
  );
  it.each(['::ffff:1.1.1.1', '64:ff9b::1.1.1.1', '64:ff9b::101:101', '::ffff:0:1.1.1.1'])(
    'are judged by the address that they stand for: %s',
    (address) => expect(mayDial(address)).toBe(true),
  );
});

describe('addresses that are not public', () => {
  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '0000::0001']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::', '::0.0.0.0']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1']],
    ['link-local', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1']],
    ['of clouds', ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16']],
    ['shared', ['100.64.0.1', '100.127.255.255']],
    ['mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a00:1', '::FFFF:10.0.0.1', '::ffff:0:127.0.0.1']],
    ['compatible', ['::127.0.0.1', '::7f00:1']],
    ['by NAT64', ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:0:0:0:0:a9fe:a9fe', '64:ff9b:1::1']],
    ['by tunnels', ['2002:7f00:1::', '2001::1', '2001:0:7f00:1::']],
    ['multicast and reserved', ['224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', 'ff02::1']],
    ['of examples and tests', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1']],
    ['outside of what is given out', ['4000::1', '5f00::1', '100::1', '8000::1']],
    ['no addresses', ['', 'localhost', '127.1', '0x7f000001', '2130706433', '[::1]', '1.1.1.1 ', '1.1.1.1/8']],
  ])('are closed: %s', (_kind, addresses) => {
    expect(addresses.filter(mayDial)).toEqual([]);
  });
});

describe('what an operator opens', () => {
  const own = createAddresses(['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32']);
  it('may be dialled, in every spelling, and nothing beside it', () => {
    const given = ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3', '127.0.0.1', 'fd00:1::5'];
    expect(given.filter((one) => !own.mayDial(one) || !own.isOpened(one))).toEqual([]);
    expect(['10.2.0.1', '127.0.0.2', '::1', 'fd00:2::5'].filter(own.mayDial)).toEqual([]);
    expect(own.isOpened('1.1.1.1')).toBe(false);
  });
  it.each(['10.0.0.0/33', '10.0.0/8', 'host', '10.0.0.0/', '::1/129', '10.0.0.0/8/9', 'fe80::1%1/64', ''])(
    'is refused where it is no network: %s',
    (network) => expect(() => createAddresses([network])).toThrow('is no network'),
  );
});
