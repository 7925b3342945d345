import type { Go } from './editors.ts';

/** A key, as the browser says it. */
export type EarlyKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'>;

/** What was typed: texts that were finished with where they lead, and one that was not. */
export type Typed = {
  readonly cells: readonly { readonly text: string; readonly go: Go }[];
  readonly rest: string;
};

/** Whether a key writes a character; AltGr arrives as Ctrl+Alt on Windows. */
const writes = ({ key, ctrlKey, metaKey, altKey }: EarlyKey): boolean =>
  [...key].length === 1 && !metaKey && ctrlKey === altKey;

/** A key that is kept: it writes, takes back what was written, or goes on to another cell. */
const isKept = (press: EarlyKey): boolean =>
  !press.isComposing &&
  (writes(press) ||
    (!press.ctrlKey && !press.metaKey && !press.altKey && ['Enter', 'Tab', 'Backspace'].includes(press.key)));

/** The cells that keys fill, in their order. */
export const typedBy = (keys: readonly EarlyKey[]): Typed => {
  const cells: { text: string; go: Go }[] = [];
  let text = '';
  for (const press of keys) {
    if (press.key === 'Enter' || press.key === 'Tab') {
      const go = press.key === 'Tab' ? (press.shiftKey ? 'left' : 'right') : press.shiftKey ? 'up' : 'down';
      cells.push({ text, go });
      text = '';
    } else if (press.key === 'Backspace') text = [...text].slice(0, -1).join('');
    else text += press.key;
  }
  return { cells, rest: text };
};

export type EarlyEnv = {
  /** Whether the first rows are there. */
  readonly ready: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  readonly replay: (typed: Typed) => void;
  /** Where keys arrive. */
  readonly target: Pick<Document, 'addEventListener' | 'removeEventListener'>;
  /** Whether a key that arrives there is meant for the grid. */
  readonly isOwn: (event: KeyboardEvent) => boolean;
};

/**
 * What a person does before the rows of the grid are there: a place is gone to, or a record is begun, once they are, and
 * what is typed meanwhile is typed there then. A later act replaces an earlier one; Escape ends it.
 */
export const createEarlyKeys = ({ ready, subscribe, replay, target, isOwn }: EarlyEnv) => {
  let waits: { readonly act: () => void; readonly keys: EarlyKey[]; readonly stop: () => void } | null = null;

  const forget = (): void => {
    waits?.stop();
    waits = null;
  };
  const listen = (event: KeyboardEvent): void => {
    if (waits === null || !isOwn(event)) return;
    if (event.key === 'Escape') return forget();
    if (!isKept(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { key, ctrlKey, metaKey, shiftKey, altKey, isComposing } = event;
    waits.keys.push({ key, ctrlKey, metaKey, shiftKey, altKey, isComposing });
  };
  const look = (): void => {
    if (waits === null || !ready()) return;
    const { act, keys } = waits;
    forget();
    act();
    if (keys.length > 0) replay(typedBy(keys));
  };

  return {
    /** Acts at once where the rows are there, else when they come. */
    whenReady: (act: () => void): void => {
      if (ready()) {
        forget();
        return act();
      }
      forget();
      const unsubscribe = subscribe(look);
      target.addEventListener('keydown', listen, true);
      waits = {
        act,
        keys: [],
        stop: () => {
          unsubscribe();
          target.removeEventListener('keydown', listen, true);
        },
      };
    },
    forget,
  };
};
