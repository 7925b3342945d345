import { BlockList, isIP } from 'node:net';

/**
 * Networks that no request of a user reaches: IANA's special-purpose registries, and where clouds answer what a machine
 * may do (168.63.129.16 is Azure's; the others' are link-local, private or shared already).
 */
const closed4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** All that is given out to the public, and what of it is not: tunnels, examples, identifiers. */
const open6 = ['2000::/3'];
const closed6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** A network `address/bits`, or one address. Throws where it is neither. */
const add = (list: BlockList, network: string): void => {
  const [address = '', bits, ...more] = network.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const size = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (version === 0 || more.length > 0 || size < 0 || size > most || address.includes('%'))
    throw new Error(`${network} is no network: it is an address, or an address with "/" and a number of bits.`);
  list.addSubnet(address, size, version === 4 ? 'ipv4' : 'ipv6');
};

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) add(list, network);
  return list;
};

/** Eight groups of 16 bits; `address` is a valid IPv6 address without a zone. */
const groupsOf = (address: string): number[] => {
  // The last 32 bits may be written as an IPv4 address.
  const dotted = /:(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [a = 0, b = 0, c = 0, d = 0] = dotted?.slice(1).map(Number) ?? [];
  const text =
    dotted === null
      ? address
      : `${address.slice(0, dotted.index + 1)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const [before = '', after] = text.split('::');
  const parse = (part: string): number[] => (part === '' ? [] : part.split(':').map((one) => Number.parseInt(one, 16)));
  const head = parse(before);
  if (after === undefined) return head;
  const tail = parse(after);
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
};

/**
 * The IPv4 address that an IPv6 one stands for: IPv4-mapped (::ffff:0:0/96), IPv4-translated (::ffff:0:0:0/96) and NAT64
 * (64:ff9b::/96).
 */
const embedded = (address: string): string | undefined => {
  const groups = groupsOf(address);
  const prefix = groups.slice(0, 6).join(':');
  const known = ['0:0:0:0:0:65535', '0:0:0:0:65535:0', '100:65435:0:0:0:0'];
  const [high = 0, low = 0] = groups.slice(6);
  return known.includes(prefix) ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined;
};

export type Addresses = {
  /** Whether an address may be dialled. What is no address may not. */
  readonly mayDial: (address: string) => boolean;
  /** Whether it is in a network that the operator opened. */
  readonly isOpened: (address: string) => boolean;
};

/**
 * Which addresses may be dialled: those of the public internet, and what the operator opens (`10.1.0.0/16`, `::1`).
 * Addresses are judged by their bits, however they are written. Throws where a network is not valid.
 */
export const createAddresses = (opened: readonly string[]): Addresses => {
  const own = listOf(opened);
  const public6 = listOf(open6);
  const closed = listOf([...closed4, ...closed6]);
  const canonical = (address: string): { readonly text: string; readonly family: 'ipv4' | 'ipv6' } | undefined => {
    const version = isIP(address);
    // A zone names an interface of this machine.
    if (version === 0 || address.includes('%')) return undefined;
    const text = version === 6 ? (embedded(address) ?? address) : address;
    return { text, family: isIP(text) === 4 ? 'ipv4' : 'ipv6' };
  };
  const isOpened = (address: string): boolean => {
    const one = canonical(address);
    return one !== undefined && own.check(one.text, one.family);
  };
  return {
    isOpened,
    mayDial: (address) => {
      const one = canonical(address);
      if (one === undefined) return false;
      if (own.check(one.text, one.family)) return true;
      if (one.family === 'ipv6' && !public6.check(one.text, 'ipv6')) return false;
      return !closed.check(one.text, one.family);
    },
  };
};
