import type { Action, ActionPage } from '@tessera/proto/log/v1/actions';

/** A service that tells its actions, a page at a time: those before a position of its log, 0 for the newest. */
export type Source = (before: number, limit: number) => Promise<ActionPage>;
/** How far each service was read: the position before which it goes on, 0 at the beginning, -1 at the end. */
export type Places = Readonly<Record<string, number>>;

/** Rounds of questions that one page asks, where what is looked for is rare. */
const mostRounds = 3;
const ended = -1;

const newestFirst = (a: Action, b: Action): number => b.time - a.time || (a.id < b.id ? 1 : -1);

/**
 * One page of the actions of all services, newest first. Each service knows its own log alone: an action is told once no
 * service can have a newer one that was not read yet. `places` is where a page goes on; undefined after the last one.
 */
export const mergeActions = async (
  sources: Readonly<Record<string, Source>>,
  from: Places,
  limit: number,
): Promise<{ actions: readonly Action[]; places: Places | undefined }> => {
  const names = Object.keys(sources);
  const places: Record<string, number> = Object.fromEntries(names.map((name) => [name, from[name] ?? 0]));
  const actions: Action[] = [];
  for (let round = 0; round < mostRounds && actions.length < limit; round++) {
    const open = names.filter((name) => places[name] !== ended);
    const pages = await Promise.all(
      open.map(async (name) => ({ name, page: await sources[name]!(places[name]!, limit - actions.length) })),
    );
    const known = Math.max(0, ...pages.flatMap(({ page }) => (page.next > 0 ? [page.nextTime] : [])));
    const found = pages
      .flatMap(({ page }) => page.actions)
      .filter(({ time }) => time >= known)
      .toSorted(newestFirst)
      .slice(0, limit - actions.length);
    const taken = new Set(found);
    for (const { name, page } of pages) {
      const mine = page.actions.filter((one) => taken.has(one));
      if (mine.length === page.actions.length) places[name] = page.next > 0 ? page.next : ended;
      else if (mine.length > 0) places[name] = Math.min(...mine.map(({ position }) => position));
    }
    actions.push(...found);
    if (names.every((name) => places[name] === ended)) return { actions, places: undefined };
  }
  return { actions, places };
};
