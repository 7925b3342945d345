import { z } from 'zod';

/** A call of the API. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`. */
  readonly path: string;
  readonly body?: unknown;
};
/** A tool is a call of the API with a name: its rights, checks and errors are those of the call. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodRawShape;
  readonly does: 'reads' | 'writes' | 'deletes';
  readonly call: (input: never) => Call;
};

const tool = <I extends z.ZodRawShape>(
  definition: Omit<Tool, 'input' | 'call'> & {
    readonly input: I;
    readonly call: (input: z.output<z.ZodObject<I>>) => Call;
  },
): Tool => definition;

const table = z.string().min(1).max(64).describe('The id of a table, from list_tables.');
const filter = z
  .unknown()
  .optional()
  .describe(
    'A condition {"fieldId", "operator", "value"}, or a group {"and": [...]} or {"or": [...]}. fieldId is the id or the name of a field; the instructions name the operators of each type.',
  );
const values = z
  .record(z.string(), z.unknown())
  .describe('Values by the names of the fields. null empties a cell; a field that is not named stays as it is.');
const ids = z.array(z.string().min(1).max(64)).min(1).max(1000);
const records = (input: string): string => `/v3/tables/${encodeURIComponent(input)}/records`;
const undone = 'The answer has `undo`: the id with which undo takes it back.';

/** What a program may do, in the order in which it needs it. */
export const tools: readonly Tool[] = [
  tool({
    name: 'list_tables',
    title: 'List tables',
    description: 'The tables that you can open, with what you may do in each.',
    input: {},
    does: 'reads',
    call: () => ({ method: 'GET', path: '/v3/tables' }),
  }),
  tool({
    name: 'describe_table',
    title: 'Describe a table',
    description: 'The fields of a table with their types and options, and its views.',
    input: { table },
    does: 'reads',
    call: (input) => ({ method: 'GET', path: `/v3/tables/${encodeURIComponent(input.table)}` }),
  }),
  tool({
    name: 'query_records',
    title: 'Query records',
    description:
      'Records of a table that match, sorted, page by page. Where the answer has `next`, pass it as `after` for the next page.',
    input: {
      table,
      filter,
      search: z.string().max(200).optional().describe('Words that a record has in any field.'),
      sort: z
        .array(z.strictObject({ fieldId: z.string(), order: z.enum(['asc', 'desc']).optional() }))
        .max(10)
        .optional(),
      limit: z.number().int().min(1).max(200).optional().describe('50 unless given.'),
      after: z.string().optional(),
    },
    does: 'reads',
    call: ({ table: of, limit = 50, ...query }) => ({
      method: 'POST',
      path: `${records(of)}/query?fieldKey=name&texts=short`,
      body: { ...query, limit },
    }),
  }),
  tool({
    name: 'aggregate_records',
    title: 'Sum and count records',
    description: 'Counts, sums, averages and the like over the records that match.',
    input: {
      table,
      filter,
      aggregates: z
        .array(z.strictObject({ fieldId: z.string(), function: z.string() }))
        .min(1)
        .max(20)
        .describe('function: count, filled, empty, distinct, sum, average, median, min, max, as the field has them.'),
    },
    does: 'reads',
    call: ({ table: of, ...query }) => ({ method: 'POST', path: `${records(of)}/aggregate`, body: query }),
  }),
  tool({
    name: 'get_record',
    title: 'Read a record',
    description: 'One record with every value in full.',
    input: { table, record: z.string().min(1).max(64) },
    does: 'reads',
    call: (input) => ({
      method: 'GET',
      path: `${records(input.table)}/${encodeURIComponent(input.record)}?fieldKey=name&expand=labels`,
    }),
  }),
  tool({
    name: 'record_history',
    title: 'Read what happened to a record',
    description: 'Who changed which value of a record, and when, newest first.',
    input: { table, record: z.string().min(1).max(64) },
    does: 'reads',
    call: (input) => ({ method: 'GET', path: `${records(input.table)}/${encodeURIComponent(input.record)}/history` }),
  }),
  tool({
    name: 'create_records',
    title: 'Create records',
    description: `Makes up to 1,000 records. One that is refused refuses all. ${undone}`,
    input: {
      table,
      records: z
        .array(z.strictObject({ fields: values }))
        .min(1)
        .max(1000),
    },
    does: 'writes',
    call: (input) => ({
      method: 'POST',
      path: `${records(input.table)}?fieldKey=name`,
      body: { records: input.records },
    }),
  }),
  tool({
    name: 'update_records',
    title: 'Change records',
    description: `Changes up to 1,000 records. ${undone}`,
    input: {
      table,
      records: z
        .array(z.strictObject({ id: z.string().min(1).max(64), fields: values }))
        .min(1)
        .max(1000),
    },
    does: 'writes',
    call: (input) => ({
      method: 'PATCH',
      path: `${records(input.table)}?fieldKey=name`,
      body: { records: input.records },
    }),
  }),
  tool({
    name: 'delete_records',
    title: 'Delete records',
    description: `Moves up to 1,000 records to the trash. ${undone}`,
    input: { table, ids },
    does: 'deletes',
    call: (input) => ({ method: 'DELETE', path: records(input.table), body: { ids: input.ids } }),
  }),
  tool({
    name: 'undo',
    title: 'Undo',
    description:
      'Takes back a change by the id that its answer had as `undo`. What others changed since stays, unless `conflicts` is "overwrite". With `preview` it only says what it would do.',
    input: {
      id: z.string().min(1).max(100),
      preview: z.boolean().optional(),
      conflicts: z.enum(['skip', 'overwrite']).optional(),
    },
    does: 'writes',
    call: ({ id, preview, conflicts = 'skip' }) => ({
      method: 'POST',
      path: `/v3/undo/${encodeURIComponent(id)}`,
      body: preview === true ? { preview } : { conflicts },
    }),
  }),
  tool({
    name: 'list_automations',
    title: 'List automations',
    description: 'The automations of the organization: what starts each, and whether it is on.',
    input: {},
    does: 'reads',
    call: () => ({ method: 'GET', path: '/v3/automations' }),
  }),
  tool({
    name: 'run_automation',
    title: 'Run an automation',
    description: 'Starts an automation that is on; `record` where its trigger has a table. Answers the id of the run.',
    input: { automation: z.string().min(1).max(64), record: z.string().min(1).max(64).optional() },
    does: 'writes',
    call: ({ automation, record }) => ({
      method: 'POST',
      path: `/v3/automations/${encodeURIComponent(automation)}/run`,
      body: record === undefined ? {} : { recordId: record },
    }),
  }),
  tool({
    name: 'get_run',
    title: 'Read a run of an automation',
    description: 'Whether a run is done, and what each of its steps did.',
    input: { run: z.string().min(1).max(64) },
    does: 'reads',
    call: ({ run }) => ({ method: 'GET', path: `/v3/runs/${encodeURIComponent(run)}` }),
  }),
];
