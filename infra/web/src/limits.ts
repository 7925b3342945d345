/** A token bucket a key: `capacity` points at once, `perSecond` refilled. Bounded: the keys longest unused are forgotten above `maxKeys`. */
export type RateLimiter = {
  /** Takes points; answers 0, or the seconds after which there are enough again (then none are taken). */
  take(key: string, points: number): number;
};

export const createRateLimiter = (options: {
  readonly capacity: number;
  readonly perSecond: number;
  readonly maxKeys?: number;
  readonly now?: () => number;
}): RateLimiter => {
  const { capacity, perSecond, maxKeys = 20_000, now = () => performance.now() } = options;
  const buckets = new Map<string, { points: number; at: number }>();
  return {
    take: (key, points) => {
      const time = now();
      let bucket = buckets.get(key);
      if (bucket === undefined) {
        bucket = { points: capacity, at: time };
        if (buckets.size >= maxKeys) {
          const oldest = buckets.keys().next().value;
          if (oldest !== undefined) buckets.delete(oldest);
        }
        buckets.set(key, bucket);
      } else {
        bucket.points = Math.min(capacity, bucket.points + ((time - bucket.at) / 1000) * perSecond);
        bucket.at = time;
      }
      const cost = Math.min(points, capacity);
      if (bucket.points < cost) return Math.max(1, Math.ceil((cost - bucket.points) / perSecond));
      bucket.points -= cost;
      return 0;
    },
  };
};

/** What a client address counts as: an IPv4 address itself, an IPv6 one its /64, which one household or machine holds. */
export const addressKey = (ip: string): string => {
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice(7);
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const full = ip.includes('::') ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right] : left;
  return `${full.slice(0, 4).join(':')}::/64`;
};
