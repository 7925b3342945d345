import type { Analysis, Wishes } from './analyse.ts';
import type { Batch, ConvertPlan } from './convert.ts';
import type { Duplicates } from './duplicates.ts';

/** What a parsing thread is started with. Users come as pairs of a folded name or address and an id. */
export type Job = { readonly path: string; readonly users: readonly (readonly [string, string])[] } & (
  | { readonly kind: 'analyse'; readonly wishes: Wishes }
  | { readonly kind: 'duplicates'; readonly plan: ConvertPlan }
  | { readonly kind: 'convert'; readonly plan: ConvertPlan; readonly start: number; readonly credits: number }
);
export type FromParser =
  | { readonly kind: 'rows'; readonly rows: number }
  | { readonly kind: 'analysis'; readonly analysis: Analysis }
  | { readonly kind: 'duplicates'; readonly duplicates: Duplicates }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly row: number | undefined };
/** Each credit lets the parser make one more batch: what bounds its lead over the table. */
export type ToParser = { readonly kind: 'credit' };
