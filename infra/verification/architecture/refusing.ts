/**
 * Where the code of a refusal comes as a value: from another thread, process or service, from an operation that ended, or
 * from the type of a field. Everywhere else it stands in the list of the service (`refusals.ts`), and the compiler asks for it.
 */
export const mayPassOn: ReadonlySet<string> = new Set([
  'infra/document-store/src/sqlite/reader-pool.ts',
  'infra/event-store/src/open-stores.ts',
  'infra/kernel/src/rejection.ts',
  'infra/rpc/src/errors.ts',
  'proto/rights/features.ts',
  'proto/rights/require.ts',
  'services/connectors/src/imports/runner.ts',
  'services/tables/src/fields/convert.ts',
  'services/tables/src/operations/plans.ts',
  'services/tables/src/operations/state.ts',
  'services/tables/src/records/append.ts',
  'services/tables/src/records/bases.ts',
  'services/tables/src/records/parse.ts',
]);

/** What makes a refusal whose code no list declares, from the text of a file. */
export const undeclaredRefusals = (text: string): readonly string[] =>
  text.match(/\bpassedOn\(|\bas DeclaredCode\b|\bnew Rejection\(/g) ?? [];

/** Whether a file declares a list of codes: one file of a workspace does. */
export const declaresRefusals = (text: string): boolean => /\bdeclareRefusals\(/.test(text);
