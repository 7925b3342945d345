import { findAll } from '@tessera/document-store/pages';
import { isId, newId, type Actor } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { revisionOf } from '../automations/http.ts';
import { conflict, invalid, notFound, refuses } from '../refusals.ts';
import type { AutomationsStore } from '../store.ts';
import type { Code, Functions } from './call.ts';
import type { FunctionSettings } from './evolve.ts';
import type { Erase } from './erase.ts';
import type { KeptCalls } from './kept.ts';
import { isLanguage, languages } from './languages.ts';
import type { Meter } from './meter.ts';
import {
  callSlot,
  functionVersionId,
  type CallDocument,
  type FunctionDocument,
  type FunctionVersionDocument,
  type MeterDocument,
} from './projection.ts';
import type { FunctionSecrets } from './secrets.ts';
import { triggerEvents } from '../triggers/events.ts';
import type { Guards } from '../triggers/guards.ts';
import type { Tables } from '../access/tables.ts';
import { monthOf } from './units.ts';

const tag = 'Low-code';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const params = z.strictObject({ id });
const etag = 'The revision of the function: it rises with each change of it.';
const mostFunctions = 200;
const mostCode = 200_000;
const usualSize = 100;

const label = z.string().trim().min(1).max(120);
const language = z.enum(languages);
const isAsync = z.boolean().default(false).meta({ description: 'Who calls it does not wait for its answer.' });
const note = z.string().trim().max(300).default('');
const sourceCode = z.string().max(mostCode);
const triggerBody = z.strictObject({
  event: z
    .array(z.enum(triggerEvents))
    .min(1)
    .refine((all) => new Set(all).size === all.length, 'names an event twice'),
  related_table: id,
});
const body = z.strictObject({
  label,
  language,
  isAsync,
  active: z.boolean().default(true),
  trigger: triggerBody.nullable().optional().meta({
    description:
      'What of the records of a table starts it; null for a plain function. A change that does not name it leaves it. A before event turns `isAsync` off. The input of a call is `{event, tableId, records: [{record, before}]}` with up to 100 records, values by the ids of fields. A before event has 2 s and answers nothing, `{refuse: "why"}`, `{values: {field: value}}`, or `{records: [...]}` with one of these for each record.',
  }),
});
const versionNumber = z.string().regex(/^[1-9][0-9]{0,5}$/);
const secretName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/);

const time = (at: number): string => new Date(at).toISOString();
const shared = {
  id: z.string(),
  label: z.string(),
  language,
  active: z.boolean(),
  isAsync: z.boolean(),
  trigger: z
    .strictObject({ event: z.array(z.enum(triggerEvents)), related_table: z.string() })
    .nullable()
    .meta({ description: 'What of the records of a table starts it; null for a plain function.' }),
  ownerId: z.string(),
  canChange: z.boolean(),
  createdBy: z.string(),
  updatedBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number().meta({ description: 'The version that is called; 0 before the first one.' }),
  usage: z.strictObject({
    month: z.string(),
    calls: z.number(),
    units: z.number().meta({ description: 'GB*s: peak memory times time.' }),
  }),
  lastCall: z
    .strictObject({ at: z.string(), state: z.enum(['done', 'failed']), code: z.string().nullable() })
    .nullable(),
  revision: z.number(),
};
const entrySchema = z.strictObject(shared).meta({ id: 'LowCodeFunctionEntry' });
const functionSchema = z
  .strictObject({
    ...shared,
    sourceCode: z.string(),
    secrets: z.array(z.string()).meta({ description: 'The names of its secrets. Their values are in no answer.' }),
  })
  .meta({ id: 'LowCodeFunction' });
const versionShape = {
  version: z.number(),
  note: z.string(),
  language: z.string(),
  isAsync: z.boolean(),
  restoredVersion: z.number().nullable(),
  at: z.string(),
  by: z.string(),
};
const versionSchema = z
  .strictObject({ ...versionShape, sourceCode: z.string() })
  .meta({ id: 'LowCodeFunctionVersion' });
const calledSchema = z
  .strictObject({
    state: z.enum(['done', 'failed']),
    output: z.unknown(),
    error: z.strictObject({ code: z.string(), reason: z.string() }).nullable(),
    logs: z.array(z.strictObject({ level: z.string(), text: z.string(), at: z.string() })),
    tookMs: z.number(),
    peakBytes: z.number(),
    units: z.number(),
  })
  .meta({ id: 'LowCodeFunctionCall' });

const callKinds = ['test', 'run', 'step', 'webhook', 'trigger'] as const;
const pastShape = {
  number: z.number().meta({ description: 'How many calls the function had, with this one.' }),
  at: z.string().meta({ description: 'When it ended.' }),
  kind: z.enum(callKinds),
  callerId: z.string().meta({
    description:
      'Who called: the person of a test or run, the run of a step, the incoming webhook, or the table of a trigger.',
  }),
  trigger: z.string().nullable().meta({ description: 'Of a trigger: its event.' }),
  version: z.number().meta({ description: '0 of code that was not saved.' }),
  state: z.enum(['done', 'failed']),
  code: z.string().nullable(),
  tookMs: z.number(),
  peakBytes: z.number(),
  units: z.number(),
};
const pastSchema = z.strictObject(pastShape).meta({ id: 'LowCodePastCall' });
const pastDetail = z
  .strictObject({
    ...pastShape,
    hidden: z.boolean().meta({ description: 'What went in and came out is its owner’s to read.' }),
    kept: z
      .strictObject({
        input: z.unknown(),
        output: z.unknown(),
        reason: z.string().nullable(),
        logs: z.array(z.strictObject({ level: z.string(), text: z.string(), at: z.string() })),
        cut: z.boolean().meta({ description: 'Some of it was larger than 32 KB, and is not kept.' }),
      })
      .nullable()
      .meta({ description: 'With secrets hidden. Null after 30 days.' }),
  })
  .meta({ id: 'LowCodePastCallDetail' });
const wirePast = (one: CallDocument) => ({
  number: one.number,
  at: time(one.at),
  kind: callKinds.find((kind) => kind === one.kind) ?? 'run',
  callerId: one.callerId,
  trigger: one.trigger === '' ? null : one.trigger,
  version: one.version,
  state: one.state === 'done' ? ('done' as const) : ('failed' as const),
  code: one.code === '' ? null : one.code,
  tookMs: one.tookMs,
  peakBytes: one.peakBytes,
  units: one.microUnits / 1e6,
});

type Ports = Pick<ServicePorts, 'documents' | 'clock'> & {
  readonly store: AutomationsStore;
  readonly directory: Directory;
  readonly functions: Functions;
  readonly secrets: FunctionSecrets;
  readonly meter: Meter;
  readonly calls: KeptCalls;
  readonly erase: Erase;
  readonly tables: Pick<Tables, 'known'>;
  readonly guards: Pick<Guards, 'tell' | 'prepare'>;
};

const triggerOf = ({ settings: { triggerEvents: of, triggerTableId } }: FunctionDocument) =>
  triggerTableId === ''
    ? null
    : { event: triggerEvents.filter((one) => of.includes(one)), related_table: triggerTableId };

/** Low-code functions: code that people write, called in a sandbox. */
export const functionRoutes = (ports: Ports): RouteSet => {
  const { documents, clock, store, directory, functions, secrets, meter, calls, erase, tables, guards } = ports;

  const find = async (actor: Actor, functionId: string): Promise<FunctionDocument> => {
    const found = await documents.get<FunctionDocument>(actor.organizationId, 'functions', functionId);
    if (found === undefined || found.deleted !== undefined || !can(actor, 'functions.manage').allow)
      throw notFound('function_not_found');
    return found;
  };
  const versionOf = async (actor: Actor, functionId: string, version: number): Promise<FunctionVersionDocument> => {
    const versionId = functionVersionId(functionId, version);
    const found = await documents.get<FunctionVersionDocument>(actor.organizationId, 'functionversions', versionId);
    if (found === undefined) throw notFound('functions.version_not_found');
    return found;
  };

  const wire = async (actor: Actor, found: FunctionDocument, month: string) => {
    const counts = await documents.get<MeterDocument>(actor.organizationId, 'functionmeters', found.id);
    const used = counts?.months[month] ?? { calls: 0, microUnits: 0 };
    const last = counts?.last;
    return {
      id: found.id,
      label: found.settings.label,
      language: languages.find((one) => one === found.settings.language) ?? languages[0],
      active: found.active,
      isAsync: found.settings.isAsync,
      trigger: triggerOf(found),
      ownerId: found.ownerId,
      canChange: can(actor, 'functions.change', found.ownerId).allow,
      createdBy: found.createdBy,
      updatedBy: found.changedBy,
      createdAt: time(found.createdAt),
      updatedAt: time(found.changedAt),
      version: found.version,
      usage: { month, calls: used.calls, units: used.microUnits / 1e6 },
      lastCall:
        last === undefined
          ? null
          : {
              at: time(last.at),
              state: last.state === 'done' ? ('done' as const) : ('failed' as const),
              code: last.code === '' ? null : last.code,
            },
      revision: found.revision,
    };
  };
  /** Settings that hold: the related table is there for whoever's rights it has. */
  const checked = async (
    actor: Actor,
    { label: of, language: written, isAsync: apart, trigger }: z.output<typeof body>,
    before?: FunctionDocument,
  ): Promise<FunctionSettings> => {
    const sent = { label: of, language: written, isAsync: apart };
    if (trigger === undefined && before !== undefined) {
      const { triggerEvents: kept, triggerTableId } = before.settings;
      return { ...sent, triggerEvents: kept, triggerTableId };
    }
    const tableId = trigger?.related_table ?? '';
    if (tableId !== '' && tableId !== before?.settings.triggerTableId)
      if ((await tables.known(actor, [tableId])).size === 0) throw invalid('functions.table_missing');
    return {
      ...sent,
      triggerEvents: triggerEvents.filter((one) => trigger?.event.includes(one)),
      triggerTableId: tableId,
    };
  };
  const thisMonth = async (actor: Actor): Promise<string> => monthOf(clock(), (await directory.facts(actor)).timezone);
  const answered = async (actor: Actor, functionId: string, commitId?: string, status = 200) => {
    await meter.flush(actor.organizationId);
    const found = await find(actor, functionId);
    const code = found.version === 0 ? '' : (await versionOf(actor, functionId, found.version)).sourceCode;
    const shown = {
      ...(await wire(actor, found, await thisMonth(actor))),
      sourceCode: code,
      secrets: [...found.secrets],
    };
    const headers = { etag: `"${found.revision}"`, ...(commitId !== undefined && { 'tessera-commit': commitId }) };
    return { status, body: shown, headers };
  };
  const wireVersion = (one: FunctionVersionDocument) => ({
    version: one.version,
    note: one.note,
    language: one.language,
    isAsync: one.isAsync,
    restoredVersion: one.restoredVersion === 0 ? null : one.restoredVersion,
    at: time(one.at),
    by: one.by,
  });
  const all = async (actor: Actor): Promise<readonly FunctionDocument[]> =>
    (await findAll<FunctionDocument>(documents, actor.organizationId, 'functions', {}, (one) => one.id)).filter(
      ({ deleted }) => deleted === undefined,
    );
  const past = async ({ organizationId }: Actor, functionId: string): Promise<readonly CallDocument[]> => {
    await meter.flush(organizationId);
    const where = { functionId };
    const found = await findAll<CallDocument>(documents, organizationId, 'functioncalls', where, (one) => one.id);
    return found.toSorted((a, b) => b.number - a.number);
  };
  const ofOne = refuses('function_not_found');
  const saving = [...ofOne, ...refuses('functions.too_many_versions', 'functions.version_not_found')];

  return [
    route({
      method: 'get',
      path: '/v3/low-code-languages',
      tag,
      summary: 'The languages of functions',
      description:
        '`absent` says why one cannot be run on this server: `no_sandbox` (bubblewrap is missing) or `no_language`.',
      access: 'api',
      allows: 'functions.manage',
      responses: {
        200: z.strictObject({
          languages: z.array(z.strictObject({ language, absent: z.enum(['no_sandbox', 'no_language']).nullable() })),
        }),
      },
      handle: async ({ actor }) => {
        requireRight(actor, 'functions.manage');
        return { body: { languages: await functions.languages() } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/low-code-functions',
      tag,
      summary: 'The functions of the organization, by name',
      description:
        'With what each used this month, and its last call. `trigger` 0 asks for plain functions, 1 for triggers.',
      access: 'api',
      allows: 'functions.manage',
      query: z.strictObject({
        page: z
          .string()
          .regex(/^[1-9][0-9]{0,3}$/)
          .optional(),
        size: z
          .string()
          .regex(/^(?:100|[1-9][0-9]?)$/)
          .optional(),
        trigger: z.enum(['0', '1']).optional(),
        q: z.string().max(200).optional(),
      }),
      responses: { 200: z.strictObject({ functions: z.array(entrySchema), more: z.boolean() }) },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'functions.manage');
        await meter.flush(actor.organizationId);
        const size = Number(query.size ?? usualSize);
        const from = (Number(query.page ?? 1) - 1) * size;
        const wanted = (query.q ?? '').trim().toLowerCase();
        const found = (await all(actor))
          .filter(
            ({ settings }) =>
              settings.label.toLowerCase().includes(wanted) &&
              (query.trigger === undefined || (query.trigger === '1') === (settings.triggerTableId !== '')),
          )
          .toSorted((a, b) => a.settings.label.localeCompare(b.settings.label, 'en') || (a.id < b.id ? -1 : 1));
        const month = await thisMonth(actor);
        const shown = await Promise.all(found.slice(from, from + size).map((one) => wire(actor, one, month)));
        return { body: { functions: shown, more: found.length > from + size } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/low-code-functions',
      tag,
      etag,
      summary: 'Make a function',
      description: 'It has no code until its first version is saved.',
      access: 'api',
      allows: 'functions.manage',
      feature: 'lowCode',
      body,
      refuses: [...ofOne, ...refuses('functions.too_many', 'functions.table_missing')],
      responses: { 201: functionSchema },
      handle: async ({ actor, body: sent, meta }) => {
        requireRight(actor, 'functions.manage');
        if ((await all(actor)).length >= mostFunctions) throw conflict('functions.too_many');
        const settings = await checked(actor, sent);
        const payload = { functionId: newId(), settings, active: sent.active };
        const { answer, commitId } = await store.execute({ type: 'createFunction', payload }, meta);
        return answered(actor, answer.id, commitId, 201);
      },
    }),
    route({
      method: 'get',
      path: '/v3/low-code-functions/{id}',
      tag,
      etag,
      summary: 'A function with the code that is called',
      description: 'Its ETag is what a change sends as `If-Match`.',
      access: 'api',
      allows: 'functions.manage',
      params,
      refuses: [...ofOne, ...refuses('functions.version_not_found')],
      responses: { 200: functionSchema },
      handle: async ({ actor, params: { id: functionId } }) => answered(actor, functionId),
    }),
    route({
      method: 'put',
      path: '/v3/low-code-functions/{id}',
      tag,
      etag,
      summary: 'Change a function, switch it on or off',
      description: 'Its language stays once it has code. Send the ETag that you saw as `If-Match`.',
      access: 'api',
      allows: 'functions.change',
      feature: 'lowCode',
      params,
      body,
      refuses: [
        ...ofOne,
        ...refuses(
          'functions.language_stays',
          'functions.stale',
          'functions.table_missing',
          'functions.version_not_found',
          'request.if_match',
        ),
      ],
      responses: { 200: functionSchema },
      handle: async ({ actor, params: { id: functionId }, body: sent, meta, headers }) => {
        const found = await find(actor, functionId);
        requireRight(actor, 'functions.change', found.ownerId);
        const settings = await checked(actor, sent, found);
        const payload = { functionId, settings, active: sent.active, revision: revisionOf(headers) };
        if (sent.active && found.version > 0) await guards.prepare(actor.organizationId, settings);
        const { commitId } = await store.execute({ type: 'changeFunction', payload }, meta);
        await guards.tell(actor.organizationId);
        return answered(actor, functionId, commitId);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/low-code-functions/{id}',
      tag,
      summary: 'Delete a function',
      description: 'Steps of automations that call it fail. It comes back by undo, with its versions and secrets.',
      access: 'api',
      allows: 'functions.change',
      params,
      refuses: ofOne,
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id: functionId }, meta }) => {
        const { commitId } = await store.execute({ type: 'deleteFunction', payload: { functionId } }, meta);
        await guards.tell(actor.organizationId);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'get',
      path: '/v3/low-code-functions/{id}/version',
      tag,
      summary: 'The versions of a function, the newest first',
      description: 'Without their code.',
      access: 'api',
      allows: 'functions.manage',
      params,
      refuses: ofOne,
      responses: { 200: z.strictObject({ versions: z.array(z.strictObject(versionShape)) }) },
      handle: async ({ actor, params: { id: functionId } }) => {
        await find(actor, functionId);
        const found = await findAll<FunctionVersionDocument>(
          documents,
          actor.organizationId,
          'functionversions',
          { functionId },
          (one) => one.id,
        );
        return { body: { versions: found.map(wireVersion).toSorted((a, b) => b.version - a.version) } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/low-code-functions/{id}/version/{version}',
      tag,
      summary: 'A version with its code',
      description: 'Versions are counted from 1.',
      access: 'api',
      allows: 'functions.manage',
      params: z.strictObject({ id, version: versionNumber }),
      refuses: [...ofOne, ...refuses('functions.version_not_found')],
      responses: { 200: versionSchema },
      handle: async ({ actor, params: { id: functionId, version } }) => {
        await find(actor, functionId);
        const found = await versionOf(actor, functionId, Number(version));
        return { body: { ...wireVersion(found), sourceCode: found.sourceCode } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/low-code-functions/{id}/version',
      tag,
      etag,
      summary: 'Save code as the next version',
      description:
        'Calls from here on are of it. The note says what it is for. C# is compiled: what its compiler says against it is in `details.problems`, with line and column, and nothing is saved.',
      access: 'api',
      allows: 'functions.change',
      feature: 'lowCode',
      params,
      body: z.strictObject({ sourceCode, note, isAsync }),
      refuses: [...saving, ...refuses('functions.busy', 'functions.compile_failed')],
      responses: { 201: functionSchema },
      handle: async ({ actor, params: { id: functionId }, body: sent, meta }) => {
        const { settings, active, ownerId } = await find(actor, functionId);
        requireRight(actor, 'functions.change', ownerId);
        const problems = isLanguage(settings.language)
          ? await functions.problems(actor, functionId, { language: settings.language, sourceCode: sent.sourceCode })
          : [];
        if (problems.length > 0) throw invalid('functions.compile_failed', { problems });
        // Its code may be what makes a trigger of it.
        if (active) await guards.prepare(actor.organizationId, settings);
        const payload = { functionId, ...sent, language: settings.language, restoredVersion: 0 };
        const { commitId } = await store.execute({ type: 'saveFunctionVersion', payload }, meta);
        await guards.tell(actor.organizationId);
        return answered(actor, functionId, commitId, 201);
      },
    }),
    route({
      method: 'post',
      path: '/v3/low-code-functions/{id}/version/{version}/restore',
      tag,
      etag,
      summary: 'Make an earlier version the next one',
      description: 'The versions between stay.',
      access: 'api',
      allows: 'functions.change',
      feature: 'lowCode',
      params: z.strictObject({ id, version: versionNumber }),
      body: z.strictObject({}),
      refuses: saving,
      responses: { 201: functionSchema },
      handle: async ({ actor, params: { id: functionId, version }, meta }) => {
        await find(actor, functionId);
        const {
          sourceCode: code,
          note: said,
          language: of,
          isAsync: apart,
        } = await versionOf(actor, functionId, Number(version));
        const saved = { sourceCode: code, note: said, language: of, isAsync: apart, restoredVersion: Number(version) };
        const payload = { functionId, ...saved };
        const { commitId } = await store.execute({ type: 'saveFunctionVersion', payload }, meta);
        await guards.tell(actor.organizationId);
        return answered(actor, functionId, commitId, 201);
      },
    }),
    route({
      method: 'put',
      path: '/v3/low-code-functions/{id}/secrets/{name}',
      tag,
      summary: 'Keep a secret for a function',
      description: 'Its code asks for it by name. It is in no answer, and hidden in what the code answers and notes.',
      access: 'api',
      allows: 'functions.change',
      feature: 'lowCode',
      params: z.strictObject({ id, name: secretName }),
      body: z.strictObject({ value: z.string().min(1).max(4_000) }),
      refuses: [...ofOne, ...refuses('functions.too_many_secrets')],
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id: functionId, name }, body: { value }, meta }) => {
        const payload = { functionId, name, removed: false };
        await store.execute({ type: 'setFunctionSecret', payload }, meta);
        await secrets.put(actor.organizationId, functionId, name, value);
        return { status: 204 };
      },
    }),
    route({
      method: 'delete',
      path: '/v3/low-code-functions/{id}/secrets/{name}',
      tag,
      summary: 'Forget a secret of a function',
      description: 'It is gone at once.',
      access: 'api',
      allows: 'functions.change',
      params: z.strictObject({ id, name: secretName }),
      refuses: ofOne,
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id: functionId, name }, meta }) => {
        const payload = { functionId, name, removed: true };
        await store.execute({ type: 'setFunctionSecret', payload }, meta);
        await secrets.forget(actor.organizationId, functionId, name);
        return { status: 204 };
      },
    }),
    route({
      method: 'post',
      path: '/v3/low-code-functions/{id}/run',
      tag,
      summary: 'Call a function',
      description:
        'With your rights. `sourceCode` calls code that is not saved yet, which is asked of whoever may change it. With `simulated` what would change something is told and not done. It takes 10 s, 256 MB and 1 MB of output at most.',
      access: 'api',
      allows: 'functions.manage',
      feature: 'lowCode',
      cost: 5,
      params,
      body: z.strictObject({
        input: z.unknown().optional(),
        sourceCode: sourceCode.optional(),
        simulated: z.boolean().default(false),
      }),
      refuses: [
        ...ofOne,
        ...refuses(
          'functions.busy',
          'functions.input_too_large',
          'functions.no_code',
          'functions.no_language',
          'functions.no_sandbox',
          'functions.off',
          'functions.output_too_deep',
        ),
      ],
      responses: { 200: calledSchema },
      handle: async ({ actor, params: { id: functionId }, body: { input, sourceCode: draft, simulated } }) => {
        const found = await find(actor, functionId);
        const { language: of } = found.settings;
        let code: Code;
        if (draft === undefined) code = await functions.codeOf(actor.organizationId, functionId);
        else {
          // Other code could tell the secrets of the function.
          requireRight(actor, 'functions.change', found.ownerId);
          if (!isLanguage(of)) throw conflict('functions.no_code');
          code = { language: of, sourceCode: draft, version: 0 };
        }
        const callId = newId();
        const cause = { runId: callId, key: callId, commitId: '', depth: 0 };
        const kind = simulated ? 'test' : 'run';
        const callerId = userOf(actor);
        const called = await functions.carry(actor, functionId, code, { input, cause, kind, callerId, simulated });
        const { microUnits, logs, ...rest } = called;
        const told = logs.map((line) => ({ ...line, at: time(line.at) }));
        return { body: { ...rest, logs: told, units: microUnits / 1e6 } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/low-code-functions/{id}/calls',
      tag,
      summary: 'The last 200 calls of a function, the newest first',
      description: 'Who or what called it, how long it took and how it ended.',
      access: 'api',
      allows: 'functions.manage',
      params,
      refuses: ofOne,
      responses: { 200: z.strictObject({ calls: z.array(pastSchema) }) },
      handle: async ({ actor, params: { id: functionId } }) => {
        await find(actor, functionId);
        const found = await past(actor, functionId);
        return { body: { calls: found.map(wirePast) } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/low-code-functions/{id}/calls/{number}',
      tag,
      summary: 'A call with what went in, what came out, and its log',
      description: 'That is told to the owner of the function and to administrators, and kept for 30 days.',
      access: 'api',
      allows: 'functions.manage',
      params: z.strictObject({ id, number: z.string().regex(/^[1-9][0-9]{0,14}$/) }),
      refuses: [...ofOne, ...refuses('functions.call_not_found')],
      responses: { 200: pastDetail },
      handle: async ({ actor, params: { id: functionId, number } }) => {
        const { ownerId } = await find(actor, functionId);
        await meter.flush(actor.organizationId);
        const slot = callSlot(functionId, Number(number));
        const found = await documents.get<CallDocument>(actor.organizationId, 'functioncalls', slot);
        if (found?.number !== Number(number)) throw notFound('functions.call_not_found');
        const mayRead = can(actor, 'functions.change', ownerId).allow;
        const kept = mayRead ? await calls.get(actor.organizationId, slot) : undefined;
        return {
          body: {
            ...wirePast(found),
            hidden: !mayRead,
            kept:
              kept === undefined || kept.callId !== found.callId
                ? null
                : {
                    input: kept.input,
                    output: kept.output,
                    reason: kept.reason === '' ? null : kept.reason,
                    logs: kept.logs.map((line) => ({ ...line, at: time(line.at) })),
                    cut: kept.cut,
                  },
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/low-code-functions/{id}/erase',
      tag,
      summary: 'Take a deleted function away for good',
      description:
        'With its secrets, its code and its calls: no undo brings it back. 30 days after it was deleted this happens by itself.',
      access: 'api',
      allows: 'functions.change',
      params,
      body: z.strictObject({}),
      refuses: [...ofOne, ...refuses('functions.not_deleted')],
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id: functionId }, meta }) => {
        const found = await documents.get<FunctionDocument>(actor.organizationId, 'functions', functionId);
        if (found === undefined || found.erased !== undefined || !can(actor, 'functions.manage').allow)
          throw notFound('function_not_found');
        requireRight(actor, 'functions.change', found.ownerId);
        if (found.deleted === undefined) throw conflict('functions.not_deleted');
        await erase(found, meta);
        return { status: 204 };
      },
    }),
  ];
};
