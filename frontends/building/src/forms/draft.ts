import type { Id } from '@tessera/kit';
import type { Answers } from './model.ts';

const prefix = 'tessera.form.';
/** In ms: what was left for so long is forgotten. */
const kept = 30 * 86_400_000;
/** As many characters as a draft may take of the browser's room. */
const most = 500_000;

/** A form that was begun: its answers, the texts that are no values yet, and the id that its record will have. */
export type Draft = {
  readonly recordId: Id;
  readonly at: number;
  readonly answers: Answers;
  readonly texts: Readonly<Record<Id, string>>;
  /** What the address said when it was begun: at another one something else is filled in. */
  readonly prefill?: string;
  /** It was sent, and no answer came: the record may be there. */
  readonly sent?: true;
};

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'recordId' in value &&
  typeof value.recordId === 'string' &&
  'at' in value &&
  typeof value.at === 'number' &&
  'answers' in value &&
  typeof value.answers === 'object' &&
  value.answers !== null &&
  'texts' in value &&
  typeof value.texts === 'object' &&
  value.texts !== null;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * What a person has begun to fill in, kept in this browser so that a reload does not lose it. It is theirs alone:
 * `owner` names the person and the organization, and nobody else is shown it.
 */
export const openDraft = (owner: string, viewId: Id, storage: () => Store, now: () => number = Date.now) => {
  const name = `${prefix}${owner}.${viewId}`;
  const parsed = (text: string | null): Draft | null => {
    try {
      const value: unknown = JSON.parse(text ?? 'null');
      return isDraft(value) && now() - value.at < kept ? value : null;
    } catch {
      return null;
    }
  };
  try {
    const store = storage();
    const names = Array.from({ length: store.length }, (_, i) => store.key(i) ?? '');
    for (const one of names) if (one.startsWith(prefix) && parsed(store.getItem(one)) === null) store.removeItem(one);
  } catch {
    // A browser that keeps nothing has nothing that is old.
  }
  return {
    read: (): Draft | null => {
      try {
        return parsed(storage().getItem(name));
      } catch {
        return null;
      }
    },
    /** Whether it is kept: a browser may have no room for it. */
    write: (draft: Draft): boolean => {
      try {
        const text = JSON.stringify(draft);
        if (text.length > most) return false;
        storage().setItem(name, text);
        return true;
      } catch {
        return false;
      }
    },
    forget: (): void => {
      try {
        storage().removeItem(name);
      } catch {
        // Nothing was kept.
      }
    },
  };
};
