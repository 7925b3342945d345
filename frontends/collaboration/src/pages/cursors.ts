import { live } from '@tessera/kit';
import { Extension } from '@tiptap/core';
import { yCursorPlugin } from '@tiptap/y-tiptap';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';

/** Where somebody stands: between two relative positions of yjs. */
type Cursor = { readonly anchor: unknown; readonly head: unknown };
type Told = {
  readonly topic: string;
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly at: string | null;
};

/** Who moves says so at most this often, and again while they stay. */
const everyMs = 200;
const againMs = 5000;
/** Who has not said for so long where they stand is gone. */
const goneMs = 12_000;
const colors = 8;

const colorOf = (userId: string): number => {
  let sum = 0;
  for (const letter of userId) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return (sum % colors) + 1;
};

/** A place that was told; undefined for what is none. */
export const readCursor = (at: string): Cursor | undefined => {
  try {
    const { anchor, head } = JSON.parse(at) as Cursor;
    for (const one of [anchor, head]) if (typeof one !== 'object' || one === null) return undefined;
    Y.createRelativePositionFromJSON(anchor);
    Y.createRelativePositionFromJSON(head);
    return { anchor, head };
  } catch {
    return undefined;
  }
};

/** Says where one stands in the text of a topic, and knows where others do. Nothing of it is kept anywhere. */
export const createCursors = (topic: string, doc: Y.Doc, onCount: (people: number) => void) => {
  const awareness = new Awareness(doc);
  const others = new Map<
    string,
    { readonly id: number; readonly userId: string; timer: ReturnType<typeof setTimeout> }
  >();
  let next = 0;
  const changed = (ids: { added?: number[]; updated?: number[]; removed?: number[] }): void => {
    awareness.emit('change', [{ added: [], updated: [], removed: [], ...ids }, 'remote']);
    onCount(new Set([...others.values()].map(({ userId }) => userId)).size);
  };
  const forget = (key: string): void => {
    const one = others.get(key);
    if (one === undefined) return;
    clearTimeout(one.timer);
    others.delete(key);
    awareness.states.delete(one.id);
    awareness.meta.delete(one.id);
    changed({ removed: [one.id] });
  };
  const hear = (data: unknown): void => {
    const { topic: where, key, userId, name, at } = data as Told;
    if (where !== topic) return;
    const cursor = at === null ? undefined : readCursor(at);
    if (cursor === undefined) return forget(key);
    const known = others.get(key);
    // Negative: yjs gives its documents none of these.
    const id = known?.id ?? --next;
    clearTimeout(known?.timer);
    others.set(key, { id, userId, timer: setTimeout(() => forget(key), goneMs) });
    awareness.states.set(id, { cursor, user: { name, presence: colorOf(userId) } });
    awareness.meta.set(id, { clock: 0, lastUpdated: Date.now() });
    changed(known === undefined ? { added: [id] } : { updated: [id] });
    // Whoever comes new is shown at once where the others are.
    if (known === undefined) say();
  };

  let told: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mine = (): string | null => {
    const cursor = awareness.getLocalState()?.['cursor'] as Cursor | null | undefined;
    return cursor === null || cursor === undefined ? null : JSON.stringify(cursor);
  };
  const say = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      told = mine();
      live.say({ type: 'cursor', topic, at: told });
    }, everyMs);
  };
  const onLocal = (_: unknown, origin: unknown): void => {
    if (origin === 'local' && mine() !== told) say();
  };
  awareness.on('update', onLocal);
  const stop = live.onEvent('cursor', hear);
  const again = setInterval(() => {
    if (told !== null) live.say({ type: 'cursor', topic, at: told });
  }, againMs);
  return {
    awareness,
    end: (): void => {
      stop();
      clearInterval(again);
      clearTimeout(timer);
      for (const { timer: one } of others.values()) clearTimeout(one);
      if (told !== null) live.say({ type: 'cursor', topic, at: null });
      awareness.destroy();
    },
  };
};
export type Cursors = ReturnType<typeof createCursors>;

type User = { readonly name: string; readonly presence: number };
const colored = ({ presence }: User): string => `--presence: var(--presence-${presence})`;

/** Shows where others stand, by name. */
export const CursorsShown = Extension.create<{ awareness: Awareness | null }>({
  name: 'cursors',
  addOptions: () => ({ awareness: null }),
  addProseMirrorPlugins() {
    const { awareness } = this.options;
    if (awareness === null) return [];
    return [
      yCursorPlugin(awareness, {
        cursorBuilder: (user: User) => {
          const caret = document.createElement('span');
          caret.dataset['caret'] = user.name;
          caret.setAttribute('style', colored(user));
          return caret;
        },
        selectionBuilder: (user: User) => ({ 'data-held': user.name, style: colored(user) }),
      }),
    ];
  },
});
