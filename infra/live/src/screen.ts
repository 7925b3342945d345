import type { Present } from './bus.ts';
import type { Room } from './presence.ts';

/** People named to one screen; the others are a number. */
const mostShown = 20;

/** What browsers are sent of somebody. */
type Shown = Omit<Present, 'node'>;

const shownOf = (person: Present, key: string, placed: boolean): Shown => {
  const { userId, name, color, recordId, fieldId, editing } = person;
  return placed
    ? { key, userId, name, color, recordId, fieldId, editing }
    : { key, userId, name, color, recordId: null, fieldId: null, editing: false };
};

/**
 * What the sockets see of one table that have the same records on screen: those who are on these records, up to a bound,
 * then others who are at the table, without their places. `look` answers what to send, as JSON, to whoever saw the last
 * look, and to who comes new.
 */
export const createScreen = (onScreen: (recordId: string) => boolean) => {
  // By key of presence; what was sent stands under a short name of its own, which tells nothing of hubs.
  const shown = new Map<string, { readonly name: string; readonly placed: boolean }>();
  /** Those on screen, shown or not. */
  const here = new Set<string>();
  let named = 0;
  let counted = -1;

  const isHere = (person: Present): boolean => person.recordId !== null && onScreen(person.recordId);

  return {
    /** Looks at who moved, or at everybody for the first time. */
    look: (
      room: Room,
      moved: Iterable<string>,
    ): { readonly changed: string | undefined; readonly full: () => string } => {
      const changed = new Map<string, Shown>();
      const gone: string[] = [];
      const show = (key: string, person: Present, placed: boolean): void => {
        const name = shown.get(key)?.name ?? (++named).toString(36);
        shown.set(key, { name, placed });
        changed.set(key, shownOf(person, name, placed));
      };
      const hide = (key: string): void => {
        const was = shown.get(key);
        if (was === undefined) return;
        shown.delete(key);
        changed.delete(key);
        gone.push(was.name);
      };
      for (const key of moved) {
        const person = room.people.get(key);
        const was = shown.get(key);
        if (person === undefined) {
          here.delete(key);
          hide(key);
          continue;
        }
        const placed = isHere(person);
        if (placed) here.add(key);
        else here.delete(key);
        if (was !== undefined) {
          // Who moves elsewhere is the same to who looks here.
          if (placed || was.placed) show(key, person, placed);
        } else if (shown.size < mostShown) show(key, person, placed);
        else if (placed) {
          const [other] = [...shown].find(([, { placed: there }]) => !there) ?? [];
          if (other !== undefined) {
            hide(other);
            show(key, person, true);
          }
        }
      }
      // Places that became free, or are held by somebody who is elsewhere.
      if (here.size > 0) {
        let free = mostShown - [...shown.values()].filter(({ placed }) => placed).length;
        for (const key of here) {
          if (free <= 0) break;
          if (shown.has(key)) continue;
          if (shown.size >= mostShown) hide([...shown].find(([, { placed }]) => !placed)![0]);
          show(key, room.people.get(key)!, true);
          free--;
        }
      }
      if (shown.size < mostShown && room.people.size > shown.size)
        for (const [key, person] of room.people) {
          if (shown.size >= mostShown) break;
          if (!shown.has(key)) show(key, person, isHere(person));
        }
      const count = room.connections.size;
      const told = changed.size > 0 || gone.length > 0 || count !== counted;
      counted = count;
      const { table } = room;
      return {
        changed: told
          ? JSON.stringify({ table, people: [...changed.values()], ...(gone.length > 0 && { gone }), count })
          : undefined,
        full: () =>
          JSON.stringify({
            table,
            all: true,
            people: [...shown].map(([key, { name, placed }]) => shownOf(room.people.get(key)!, name, placed)),
            count,
          }),
      };
    },
  };
};
export type Screen = ReturnType<typeof createScreen>;
