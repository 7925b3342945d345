import { randomUUID } from 'node:crypto';
import type { Lease, Leases } from '../port.ts';
import type { Link } from './link.ts';

/**
 * A token is the server's time in microseconds, or one more than the last: it rises even when all that the server knew
 * is gone.
 */
const acquireScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then return '' end
local t = redis.call('TIME')
local token = math.max(t[1] * 1000000 + t[2], tonumber(redis.call('GET', KEYS[2]) or '0') + 1)
local text = string.format('%.0f', token)
redis.call('SET', KEYS[2], text)
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return text`;
const renewScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;
const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * Leases among processes. One that cannot reach the server gets none, and gives up those that it holds when their time
 * is over by its own clock.
 */
export const redisLeases = (link: Link, prefix: string): Leases => ({
  acquire: async (name, ttlMs): Promise<Lease | undefined> => {
    const owner = randomUUID();
    const keys = [`${prefix}lease:{${name}}`, `${prefix}lease:{${name}}:token`];
    const begun = performance.now();
    const text = await link
      .ask((client) => client.eval(acquireScript, { keys, arguments: [owner, String(ttlMs)] }))
      .catch(() => '');
    if (text === '' || text === null) return undefined;
    let until = begun + ttlMs;
    return {
      token: Number(text),
      held: () => performance.now() < until,
      renew: async () => {
        const at = performance.now();
        if (at >= until) return false;
        const renewed = await link
          .ask((client) => client.eval(renewScript, { keys: [keys[0]!], arguments: [owner, String(ttlMs)] }))
          .catch(() => undefined);
        if (renewed === undefined) return false;
        until = Number(renewed) === 1 ? at + ttlMs : 0;
        return until > 0;
      },
      release: async () => {
        until = 0;
        await link
          .ask((client) => client.eval(releaseScript, { keys: [keys[0]!], arguments: [owner] }))
          .catch(() => undefined);
      },
    };
  },
});
