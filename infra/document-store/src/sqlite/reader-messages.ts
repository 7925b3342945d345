/**
 * What crosses between the pool and a reader thread. `request` is the JSON of a ReadBody; answers are finished text or
 * small values.
 */

/**
 * Columns asked for, as JSON: most of a request's text and the same from one to the next, so that a thread is told them
 * once.
 */
export type Selection = { readonly number: number; readonly text: string };

export type ToReader = {
  readonly reads: readonly ReadMessage[];
  /** Selections that the reads name and the thread does not know yet; with `forget` it drops those that it knew. */
  readonly selections: readonly Selection[];
  readonly forget: boolean;
};

export type ReadKind = 'page' | 'rows' | 'count' | 'aggregate' | 'groups' | 'placeOf';

export type ReadMessage = {
  readonly id: number;
  /** Place in the shared array that the pool sets to 1 to stop the read. */
  readonly slot: number;
  /** Milliseconds since the epoch after which the answer is of no use. */
  readonly deadline: number;
  /** Milliseconds after which it is given back as a long one; undefined where it may take its time. */
  readonly shortMs: number | undefined;
  readonly path: string;
  readonly organizationId: string;
  readonly kind: ReadKind;
  readonly request: string;
  /** Number of the selection; without one the request holds its own. */
  readonly selection: number | undefined;
};

/** Columns that a query was sorted by, or whose text it asked for: an index of them is to be made, or to be kept where there is one. */
export type MissingIndex = {
  readonly organizationId: string;
  readonly table: string;
  readonly columns: readonly string[];
};

export type ReadAnswer =
  | {
      readonly id: number;
      readonly value: string | number | undefined;
      readonly position: number | undefined;
      readonly missingIndex?: MissingIndex | undefined;
    }
  | {
      readonly id: number;
      readonly rejection: {
        readonly kind: string;
        readonly code: string;
        readonly message: string;
        readonly details: unknown;
      };
    }
  | { readonly id: number; readonly error: string }
  /** Given back: it takes longer than short reads may. */
  | { readonly id: number; readonly long: true };

/** Codes of the two ways in which a read is stopped. */
export const cancelled = 'query.cancelled';
export const tooSlow = 'query.too_slow';
/** Within a thread: a read that was taken for a short one is none. */
export const notShort = 'query.not_short';
