import type { Analysis, LayoutChoices } from './analyse.ts';
import type { Check, Keys } from './check.ts';
import type { Batch, ConvertPlan } from './convert.ts';
import type { Duplicates } from './duplicates.ts';

/** What a parsing thread is started with. Users come as pairs of a folded name or address and an id. */
export type Job = { readonly path: string; readonly users: readonly (readonly [string, string])[] } & (
  | { readonly kind: 'analyse'; readonly choices: LayoutChoices; readonly timezone: string }
  | { readonly kind: 'duplicates'; readonly plan: ConvertPlan }
  | { readonly kind: 'texts'; readonly plan: ConvertPlan; readonly columns: readonly number[]; readonly whole: boolean }
  | { readonly kind: 'check'; readonly plan: ConvertPlan }
  | { readonly kind: 'convert'; readonly plan: ConvertPlan; readonly start: number; readonly credits: number }
);
export type FromParser =
  | { readonly kind: 'rows'; readonly rows: number }
  | { readonly kind: 'analysis'; readonly analysis: Analysis }
  | { readonly kind: 'duplicates'; readonly duplicates: Duplicates }
  | { readonly kind: 'texts'; readonly texts: readonly (readonly string[])[] }
  | { readonly kind: 'keys'; readonly keys: Keys }
  | { readonly kind: 'check'; readonly check: Check }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly row: number | undefined };
/** Each credit lets the parser make one more batch: what bounds its lead over the table. */
export type ToParser = { readonly kind: 'credit' };
