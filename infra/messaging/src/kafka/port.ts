import type { InboxState } from '../port.ts';

/** How far a reaction has come in one organization's log. */
export type Progress = {
  /** Every commit up to this position was handled, set aside or did not concern the reaction. */
  readonly through: number;
  /** The log's epoch in which that was so. */
  readonly epoch: number;
  /** Restorations that were noticed: commits of an epoch below `epoch` after position `from` are gone. */
  readonly cuts: readonly { readonly epoch: number; readonly from: number }[];
};

/** A commit that is done: as a whole, or for one of the `of` roots that it advanced. */
export type Mark = { readonly position: number; readonly root: string; readonly of: number };

/** Marks above `through`. */
export type Marks = {
  readonly has: (position: number, root: string) => boolean;
  readonly whole: (position: number) => boolean;
};

export type Settled = { readonly progress: Progress; readonly marks: Marks };

/**
 * The memory of reactions whose events come in parts, through several processes and in no order between streams.
 * Progress answers `seen` for all that lies below it, so the inbox stays short. Calls reject as `unavailable` when the
 * store cannot be asked.
 */
export type PartitionedState = InboxState & {
  seenOf(reaction: string, eventIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Remembers commits as done; repeating it changes nothing. */
  mark(reaction: string, organizationId: string, epoch: number, marks: readonly Mark[]): Promise<void>;
  /** Moves `through` over what is marked without a gap, drops what that makes needless, and answers what is known. */
  settle(reaction: string, organizationId: string): Promise<Settled>;
  /**
   * A restoration was noticed: progress goes back to `from`, marks of older epochs are dropped. Nothing happens if the
   * epoch was known.
   */
  cut(reaction: string, organizationId: string, epoch: number, from: number): Promise<void>;
};
