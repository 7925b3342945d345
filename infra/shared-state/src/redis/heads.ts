import type { Heads } from '../port.ts';
import type { Link } from './link.ts';

/** A log of which nothing was heard for so long is no log that anybody runs. */
const keptMs = 90 * 24 * 3_600_000;

/** Organization and position in turns: each is noted where it is higher. */
const raiseScript = `
for i = 1, #ARGV - 1, 2 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or '0')
  if tonumber(ARGV[i + 1]) > known then redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
redis.call('PEXPIRE', KEYS[1], ARGV[#ARGV])
return 0`;

export const redisHeads = (link: Link, prefix: string): Heads => ({
  raise: async (log, positions) => {
    if (positions.size === 0) return;
    await link.ask((client) =>
      client.eval(raiseScript, {
        keys: [`${prefix}head:${log}`],
        arguments: [
          ...[...positions].flatMap(([organization, position]) => [organization, String(position)]),
          String(keptMs),
        ],
      }),
    );
  },
  of: async (log) =>
    new Map(
      Object.entries(await link.ask((client) => client.hGetAll(`${prefix}head:${log}`))).map(
        ([organization, position]) => [organization, Number(position)],
      ),
    ),
});
