import type { RateLimiter, RateLimits } from '../port.ts';

export type MemoryLimiter = {
  take(key: string, points: number): number;
  wait(key: string, points: number): number;
  /** Takes back what was taken of late. */
  giveBack(key: string, points: number): void;
};

/** Buckets in this process. Bounded: the keys longest unused are forgotten above `maxKeys`. */
export const createRateLimiter = (options: {
  readonly capacity: number;
  readonly perSecond: number;
  readonly maxKeys?: number;
  readonly now?: () => number;
}): MemoryLimiter => {
  const { capacity, perSecond, maxKeys = 20_000, now = () => performance.now() } = options;
  const buckets = new Map<string, { points: number; at: number }>();
  const secondsTo = (cost: number, points: number): number =>
    points < cost ? Math.max(1, Math.ceil((cost - points) / perSecond)) : 0;
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
      const seconds = secondsTo(cost, bucket.points);
      if (seconds === 0) bucket.points -= cost;
      return seconds;
    },
    wait: (key, points) => {
      const bucket = buckets.get(key);
      if (bucket === undefined) return 0;
      const held = Math.min(capacity, bucket.points + ((now() - bucket.at) / 1000) * perSecond);
      return secondsTo(Math.min(points, capacity), held);
    },
    giveBack: (key, points) => {
      const bucket = buckets.get(key);
      if (bucket !== undefined) bucket.points = Math.min(capacity, bucket.points + Math.min(points, capacity));
    },
  };
};

/** Limits of one process. The same name gives the same buckets. */
export const memoryLimits = (): RateLimits => {
  const limiters = new Map<string, RateLimiter>();
  return {
    limiter: (name, rule) => {
      const key = `${name} ${rule.capacity} ${rule.perSecond}`;
      const limiter = limiters.get(key) ?? createRateLimiter(rule);
      limiters.set(key, limiter);
      return limiter;
    },
  };
};
