import { counter } from '@tessera/telemetry';
import { createRateLimiter } from '../memory/limits.ts';
import type { RateLimiter, RateLimits } from '../port.ts';
import type { Link } from './link.ts';

const alone = counter(
  'tessera_limits_alone_total',
  'Rate limits decided by one process, because the shared state was away.',
);

/**
 * Capacity, points a second, cost, and 0 where nothing is to be taken: answers seconds to wait, or 0 and takes. By the
 * server's clock, so that replicas agree.
 */
const takeScript = `
local t = redis.call('TIME')
local now = t[1] * 1000 + t[2] / 1000
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]) / 1000, tonumber(ARGV[3])
local bucket = redis.call('HMGET', KEYS[1], 'points', 'at')
local points = tonumber(bucket[1]) or capacity
points = math.min(capacity, points + math.max(0, now - (tonumber(bucket[2]) or now)) * rate)
if points < cost then return math.max(1, math.ceil((cost - points) / rate / 1000)) end
if ARGV[4] == '0' then return 0 end
points = points - cost
redis.call('HSET', KEYS[1], 'points', tostring(points), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((capacity - points) / rate) + 1000)
return 0`;

/**
 * Limits over all replicas. Each process keeps buckets of its own beside them: what they refuse is refused without
 * asking, and while the server is away they decide alone, so that emptying or losing it gives nobody more than one
 * process's worth.
 */
export const redisLimits = (link: Link, prefix: string): RateLimits => {
  const limiters = new Map<string, RateLimiter>();
  const make = (name: string, rule: { readonly capacity: number; readonly perSecond: number }): RateLimiter => {
    const own = createRateLimiter(rule);
    /** What the shared bucket says; 0 while it cannot be asked, when the own one decides alone. */
    const shared = (key: string, points: number, takes: boolean): 0 | Promise<number> => {
      if (!link.ready()) {
        alone.add({ name });
        return 0;
      }
      const cost = Math.min(points, rule.capacity);
      const at = `${prefix}limit:${name}:${rule.capacity}:${rule.perSecond}:${key}`;
      return link
        .ask((client) =>
          client.eval(takeScript, {
            keys: [at],
            arguments: [String(rule.capacity), String(rule.perSecond), String(cost), takes ? '1' : '0'],
          }),
        )
        .then(Number, () => {
          alone.add({ name });
          return 0;
        });
    };
    return {
      take: (key, points) => {
        const seconds = own.take(key, points);
        if (seconds > 0) return seconds;
        const asked = shared(key, points, true);
        if (asked === 0) return 0;
        return asked.then((answer) => {
          if (answer > 0) own.giveBack(key, points);
          return answer;
        });
      },
      wait: (key, points) => {
        const seconds = own.wait(key, points);
        return seconds > 0 ? seconds : shared(key, points, false);
      },
    };
  };
  return {
    limiter: (name, rule) => {
      const key = `${name} ${rule.capacity} ${rule.perSecond}`;
      const limiter = limiters.get(key) ?? make(name, rule);
      limiters.set(key, limiter);
      return limiter;
    },
  };
};
