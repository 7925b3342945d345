import type { Id } from '@tessera/kit';

/**
 * What draws a list, as the workbench knows it. It speaks of records by their place in the list, from 0, and of nothing
 * that is a row, a column or a card on screen.
 */
export type Drawer = {
  /** Records that are written in: no answer takes them out of sight. */
  readonly pinned: () => readonly Id[];
  /** The record that the person stands on. */
  readonly active: () => Id | undefined;
  /** The first place in sight. */
  readonly firstVisible: () => number;
  /** Whether the end is in sight: what others add there is shown at once. */
  readonly atEnd: () => boolean;
  /** Brings a place into sight. */
  readonly reveal: (place: number) => void;
  /** Scrolls until a place is the first in sight, as far as the end lets it. */
  readonly showFrom: (place: number) => void;
  /** Puts the person on a record, and on one of its values where that is given. */
  readonly goTo: (place: number, fieldId?: Id) => void;
  /** Records are about to be taken out; the answer is told the places that they had, ascending. */
  readonly removing: () => (places: readonly number[]) => void;
  /** Another query is about to be shown: what the person stood on is none of its records. */
  readonly reset: () => void;
  /** The person asks for a new record. */
  readonly newRecord: () => void;
  /** Goes to where the first record is entered. */
  readonly begin: () => void;
  /** Takes the focus of the keyboard. */
  readonly focus: () => void;
};

const nothing = (): void => undefined;

/** Of a list that nothing draws yet. */
export const undrawn: Drawer = {
  pinned: () => [],
  active: () => undefined,
  firstVisible: () => 0,
  atEnd: () => false,
  reveal: nothing,
  showFrom: nothing,
  goTo: nothing,
  removing: () => nothing,
  reset: nothing,
  newRecord: nothing,
  begin: nothing,
  focus: nothing,
};
