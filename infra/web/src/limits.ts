export { createRateLimiter } from '@tessera/shared-state';

/**
 * What a client address counts as: an IPv4 address itself, an IPv6 one its /64, which one household or machine holds.
 */
export const addressKey = (ip: string): string => {
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice(7);
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const full = ip.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return `${full.slice(0, 4).join(':')}::/64`;
};
