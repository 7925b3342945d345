import type { Id } from '@tessera/kit';
import type { ShownRecord } from '../data/cut-text.ts';
import type { Answers } from './model.ts';

/** What is filled in: a form that makes records, or one that changes a record that is there. */
export type Subject = {
  /** Names what was begun, on this device. */
  readonly id: string;
  /** What it is called where it says no title of its own. */
  readonly name: string;
  /** The form view, whose answers are told as such. */
  readonly viewId?: Id;
  /** What a new record has where nothing else is answered. */
  readonly given?: Answers;
  /** The record that is changed, with its long texts whole. */
  readonly record?: ShownRecord;
  /** It changes records, as it is while it is built and no record is there. */
  readonly changes?: boolean;
  /** It stands in a panel, a window or a column: without a cover and an outline of its own. */
  readonly bare?: boolean;
  /** Where it is built: it will stand so. */
  readonly slim?: boolean;
  /** Its first answer is waited for as it appears. */
  readonly takesFocus?: boolean;
  /** Goes away from it. */
  readonly onClose?: () => void;
  /** A record was changed: what is shown of it follows before the next answer. */
  readonly onSaved?: () => Promise<unknown>;
  /** Told how to give up what was answered and not sent; null where there is nothing. */
  readonly onUnsaved?: (discard: (() => void) | null) => void;
};
