import { isId, newId, type Actor } from '@tessera/kernel';
import { tableOf, type Program } from '@tessera/proto/automations';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { hereOf, peopleOf } from '../access/people.ts';
import { programOf } from '../automations/evolve.ts';
import { createFind, type AutomationPorts } from '../automations/http.ts';
import { createIssues } from '../automations/issues.ts';
import { versionId, type AutomationDocument, type VersionDocument } from '../automations/projection.ts';
import { stepsSchema, triggerSchema } from '../automations/wire.ts';
import { idOf } from '../named.ts';
import { conflict, invalid, notFound, refuses } from '../refusals.ts';
import { asSystem } from '../system.ts';
import type { Start } from './decide.ts';
import type { Calls } from '../hooks/calls.ts';
import type { Cause } from './evolve.ts';
import type { Hands } from '../steps/step.ts';
import { stepIdOf } from './next.ts';
import { isOpen } from './evolve.ts';
import { answerPath, triggerPath, type Payloads } from './payloads.ts';
import type { LogDocument, RunDocument } from './projection.ts';
import { testRun } from './test.ts';

const tag = 'Automations';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const params = z.strictObject({ id });
const states = ['running', 'waiting', 'done', 'failed', 'stopped'] as const;
const time = (at: number): string => new Date(at).toISOString();
const timeOrNull = (at: number): string | null => (at === 0 ? null : time(at));

const cause = z.strictObject({
  kind: z.string().meta({ description: 'record, schedule, webhook, manual or rerun.' }),
  eventId: z.string(),
  commitId: z.string().nullable(),
  operationId: z.string().nullable().meta({ description: 'Of a change by an automation: the run that made it.' }),
  origin: z.string(),
  actorId: z.string().nullable(),
  depth: z.number(),
  runId: z.string().nullable().meta({ description: 'The run that this one repeats.' }),
  at: z.string(),
});
const line = z
  .strictObject({
    id: z.string(),
    automationId: z.string(),
    label: z.string(),
    version: z.number(),
    state: z.enum(states),
    cause,
    tableId: z.string().nullable(),
    recordId: z.string().nullable(),
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    done: z.number().meta({ description: 'Steps that came to their end.' }),
    code: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'In English; a program goes by the code.' }),
    failedStep: z.string().nullable(),
  })
  .meta({ id: 'AutomationRun' });
const error = z.strictObject({ code: z.string(), reason: z.string() }).nullable();
const runStep = z.strictObject({
  id: z.string(),
  path: z.string().meta({ description: 'Within loops with the place of the item: `send@2`.' }),
  state: z.enum(['begun', 'delayed', 'answered', 'done', 'failed']),
  attempts: z.number(),
  at: z.string(),
  until: z.string().nullable(),
  input: z.unknown(),
  output: z.unknown(),
  error,
});
const detail = z
  .strictObject({
    ...line.shape,
    trigger: triggerSchema,
    program: stepsSchema.meta({ description: 'The steps of its version.' }),
    given: z.unknown().meta({ description: 'What it was started with. Null for who may not read it.' }),
    hidden: z.boolean().meta({ description: 'What went in and came out is its owner’s to read.' }),
    canRerun: z.boolean(),
    steps: z.array(runStep),
  })
  .meta({ id: 'AutomationRunDetail' });
const tested = z.strictObject({
  steps: z.array(
    z.strictObject({
      id: z.string(),
      path: z.string(),
      state: z.enum(['done', 'failed', 'skipped']),
      input: z.unknown(),
      output: z.unknown(),
      error,
      simulated: z.boolean(),
    }),
  ),
});
const stepParams = z.strictObject({
  runId: id,
  stepId: z.string().regex(/^[A-Za-z0-9]{1,40}(?:@\d{1,6}(?:\.\d{1,6})*)?$/),
});
const question = z
  .strictObject({
    label: z.string().meta({ description: 'Of the automation.' }),
    text: z.string(),
    state: z.enum(['open', 'closed']),
    askedAt: z.string(),
    until: z.string().nullable(),
    tableId: z.string().nullable(),
    recordId: z.string().nullable(),
    answer: z.strictObject({ approved: z.boolean(), userId: z.string().nullable(), note: z.string() }).nullable(),
  })
  .meta({ id: 'RunQuestion' });
const started = z.strictObject({ runId: z.string() });
const page = z.strictObject({ runs: z.array(line), next: z.string().nullable() });
const pageQuery = z.strictObject({
  after: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

const orNull = (text: string): string | null => (text === '' ? null : text);
const wireCause = (one: Cause) => ({
  kind: one.kind,
  eventId: one.eventId,
  commitId: orNull(one.commitId),
  operationId: orNull(one.operationId),
  origin: one.origin,
  actorId: orNull(one.actorId),
  depth: one.depth,
  runId: orNull(one.runId),
  at: time(one.at),
});
const wireLine = (
  one: Pick<
    LogDocument,
    | 'automationId'
    | 'version'
    | 'state'
    | 'cause'
    | 'tableId'
    | 'recordId'
    | 'startedAt'
    | 'endedAt'
    | 'code'
    | 'reason'
    | 'path'
  >,
  runId: string,
  done: number,
  label: string,
) => ({
  id: runId,
  automationId: one.automationId,
  label,
  version: one.version,
  state: one.state,
  cause: wireCause(one.cause),
  tableId: orNull(one.tableId),
  recordId: orNull(one.recordId),
  startedAt: time(one.startedAt),
  endedAt: timeOrNull(one.endedAt),
  done,
  code: orNull(one.code),
  reason: orNull(one.reason),
  failedStep: one.path === '' ? null : stepIdOf(one.path),
});

type Ports = AutomationPorts &
  Pick<ServicePorts, 'clock' | 'dialer'> & {
    readonly payloads: Payloads;
    readonly calls: Calls;
    readonly functions: Hands['functions'];
    readonly others: Hands['others'];
  };

/** Runs: their log, and what starts, tests and repeats them. */
export const runRoutes = (ports: Ports): RouteSet => {
  const { documents, store, tables, directory, payloads, calls, clock, dialer, functions, others, wake } = ports;
  const hands: Hands = { tables, dialer, functions, others, ...peopleOf(directory) };
  const find = createFind(ports);
  const issuesFor = createIssues(ports);

  const ownerOf = async ({ ownerId }: AutomationDocument, { organizationId }: Actor): Promise<Actor> => {
    const owner = await directory.present({ organizationId, userId: ownerId });
    if (owner === undefined) throw invalid('automations.owner_unknown');
    return owner;
  };
  /** The record that a trigger brings, as the owner reads it. */
  const recordOf = async (program: Program, owner: Actor, recordId: string | undefined) => {
    const tableId = tableOf(program.trigger);
    if (tableId === undefined || tableId === '') return { tableId: '', recordId: '', record: null };
    if (recordId === undefined) throw invalid('automations.record_needed');
    const [record] = await tables.read(owner, tableId, [recordId]);
    if (record === undefined) throw notFound('object_not_found');
    return { tableId, recordId, record };
  };
  /** What a run by hand or a test is given: a record, or what came last to its address. */
  const givenBy = async (
    { organizationId }: Actor,
    automationId: string,
    { trigger }: Program,
    record: unknown,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const at = time(clock());
    if (trigger.type !== 'webhook') return { at, record };
    const none = { body: null, headers: {}, query: {} };
    return { ...none, ...(await calls.last({ organizationId, automationId })), at };
  };
  const noCause = { commitId: '', operationId: '', depth: 0, runId: '' };

  const begin = async (organizationId: string, run: Start, output: Readonly<Record<string, unknown>>) => {
    await payloads.put(organizationId, run.runId, triggerPath, { input: {}, output });
    await store.execute({ type: 'startRuns', payload: { runs: [run] } }, asSystem(organizationId));
    wake(organizationId);
    return { status: 202, body: { runId: run.runId } };
  };

  const labelled = async (organizationId: string, lines: readonly LogDocument[]) => {
    const ids = [...new Set(lines.map(({ automationId }) => automationId))];
    const known = await Promise.all(
      ids.map((automationId) => documents.get<AutomationDocument>(organizationId, 'automations', automationId)),
    );
    const labels = new Map(known.flatMap((one) => (one === undefined ? [] : [[one.id, one.draft.label] as const])));
    return lines.map((one) => wireLine(one, one.runId, one.done, labels.get(one.automationId) ?? ''));
  };
  const pageOf = async (
    { organizationId }: Actor,
    where: Readonly<Record<string, string>>,
    { after, limit }: z.output<typeof pageQuery>,
  ) => {
    const lines = await documents.find<LogDocument>(organizationId, 'runlog', where, limit, after);
    const next = lines.length === limit ? (lines.at(-1)?.id ?? null) : null;
    return { body: { runs: await labelled(organizationId, lines), next } };
  };

  const open = async (actor: Actor, runId: string) => {
    const run = await documents.get<RunDocument>(actor.organizationId, 'runs', runId);
    if (run === undefined || !can(actor, 'automations.manage').allow) throw notFound('run_not_found');
    const automation = await documents.get<AutomationDocument>(actor.organizationId, 'automations', run.automationId);
    if (automation === undefined) throw notFound('run_not_found');
    return { run, automation };
  };

  /** A step that asks the actor. Throws as if there were no run for all others. */
  const asked = async (actor: Actor, runId: string, path: string) => {
    requireRight(actor, 'approvals.answer');
    const run = await documents.get<RunDocument>(actor.organizationId, 'runs', runId);
    const step = run?.steps[path];
    const kept = run === undefined ? undefined : await payloads.get(actor.organizationId, runId, path);
    const people = kept?.output['people'];
    const isAsked = Array.isArray(people) && people.includes(userOf(actor));
    // One that only told them something goes no way, and waits for nothing.
    const asks = step !== undefined && (step.state === 'delayed' || step.lane !== '');
    if (run === undefined || kept === undefined || !isAsked || !asks) throw notFound('run_not_found');
    return { run, kept, step };
  };

  return [
    route({
      method: 'get',
      path: '/v3/runs',
      tag,
      summary: 'The runs of all automations, the newest first',
      description: 'Pass `next` as `after` for the next page.',
      access: 'api',
      allows: 'automations.manage',
      query: pageQuery,
      responses: { 200: page },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'automations.manage');
        return pageOf(actor, {}, query);
      },
    }),
    route({
      method: 'get',
      path: '/v3/automations/{id}/runs',
      tag,
      summary: 'The runs of an automation, the newest first',
      description: 'Pass `next` as `after` for the next page.',
      access: 'api',
      allows: 'automations.manage',
      params,
      query: pageQuery,
      refuses: refuses('automation_not_found'),
      responses: { 200: page },
      handle: async ({ actor, params: { id: automationId }, query }) => {
        await find(actor, automationId);
        return pageOf(actor, { automationId }, query);
      },
    }),
    route({
      method: 'post',
      path: '/v3/automations/{id}/run',
      tag,
      summary: 'Run an automation now',
      description:
        'Its published version, for a record where its trigger has a table. It runs beside the answer, with the rights of its owner.',
      access: 'api',
      allows: 'automations.change',
      feature: 'manageAutomations',
      params,
      body: z.strictObject({ recordId: id.optional() }),
      refuses: refuses(
        'automation_not_found',
        'automations.off',
        'automations.owner_unknown',
        'automations.record_needed',
        'object_not_found',
      ),
      responses: { 202: started },
      handle: async ({ actor, params: { id: automationId }, body, meta }) => {
        const automation = await find(actor, automationId);
        requireRight(actor, 'automations.change', automation.ownerId);
        const { published, enabled } = automation;
        if (published === undefined || enabled === undefined) throw conflict('automations.off');
        const owner = await ownerOf(automation, actor);
        const program = programOf(published.draft);
        const { record, ...of } = await recordOf(program, owner, body.recordId);
        const eventId = `manual.${meta.idempotencyKey ?? newId()}`;
        const runId = idOf('run', actor.organizationId, automationId, eventId, userOf(actor), of.recordId);
        const at = clock();
        const own = { kind: 'manual', eventId, origin: meta.origin, actorId: userOf(actor), at, ...noCause };
        const run: Start = { runId, automationId, version: published.version, cause: own, ...of };
        return begin(actor.organizationId, run, await givenBy(actor, automationId, program, record));
      },
    }),
    route({
      method: 'post',
      path: '/v3/automations/{id}/test',
      tag,
      summary: 'Go through the draft without an effect',
      description:
        'With a record, with what came last to its address, or with the event of an earlier run. Reads are real, with the rights of the owner; what would change something is told and not done.',
      access: 'api',
      allows: 'automations.change',
      feature: 'manageAutomations',
      params,
      body: z.strictObject({ recordId: id.optional(), eventId: z.string().max(200).optional() }),
      refuses: refuses(
        'automation_not_found',
        'automations.event_not_found',
        'automations.not_ready',
        'automations.owner_unknown',
        'automations.record_needed',
        'object_not_found',
      ),
      responses: { 200: tested },
      cost: 5,
      handle: async ({ actor, params: { id: automationId }, body: { recordId, eventId } }) => {
        const automation = await find(actor, automationId);
        requireRight(actor, 'automations.change', automation.ownerId);
        const owner = await ownerOf(automation, actor);
        const program = programOf(automation.draft);
        const issues = await issuesFor(actor.organizationId, automation.ownerId, program);
        if (issues.length > 0) throw conflict('automations.not_ready', { issues });
        let given: Readonly<Record<string, unknown>>;
        if (eventId !== undefined) {
          const where = { automationId };
          const lines = await documents.find<LogDocument>(actor.organizationId, 'runlog', where, 1_000);
          const earlier = lines.find(
            (one) => one.cause.eventId === eventId && (recordId === undefined || one.recordId === recordId),
          );
          const kept =
            earlier === undefined ? undefined : await payloads.get(actor.organizationId, earlier.runId, triggerPath);
          if (kept === undefined) throw notFound('automations.event_not_found');
          given = kept.output;
        } else {
          const { record } = await recordOf(program, owner, recordId);
          given = await givenBy(actor, automationId, program, record);
        }
        return {
          body: {
            steps: [...(await testRun(program, given, owner, hands, await hereOf(directory, owner, clock()), clock()))],
          },
        };
      },
    }),
    route({
      method: 'get',
      path: '/v3/runs/{runId}',
      tag,
      summary: 'A run with its steps',
      description:
        'What went in and came out of each step is told to the owner of the automation and to administrators.',
      access: 'api',
      allows: 'automations.manage',
      params: z.strictObject({ runId: id }),
      refuses: refuses('run_not_found'),
      responses: { 200: detail },
      handle: async ({ actor, params: { runId } }) => {
        const { run, automation } = await open(actor, runId);
        const { organizationId } = actor;
        const version = await documents.get<VersionDocument>(
          organizationId,
          'versions',
          versionId(run.automationId, run.version),
        );
        const program = programOf(version?.draft ?? automation.draft);
        const mayRead = can(actor, 'automations.change', automation.ownerId).allow;
        const payload = async (path: string) => (mayRead ? payloads.get(organizationId, runId, path) : undefined);
        const steps = await Promise.all(
          Object.entries(run.steps).map(async ([path, one]) => {
            const kept = await payload(path);
            return {
              id: stepIdOf(path),
              path,
              state: one.state,
              attempts: one.attempts,
              at: time(one.at),
              until: timeOrNull(one.until),
              input: kept?.input ?? null,
              output: kept?.output ?? null,
              error: one.code === '' ? null : { code: one.code, reason: one.reason },
            };
          }),
        );
        const done = steps.filter(({ state }) => state === 'done').length;
        return {
          body: {
            ...wireLine(run, runId, done, automation.draft.label),
            trigger: program.trigger,
            program: program.steps,
            given: (await payload(triggerPath))?.output ?? null,
            hidden: !mayRead,
            canRerun: mayRead && automation.archived === undefined,
            steps,
          },
        };
      },
    }),
    route({
      method: 'get',
      path: '/v3/runs/{runId}/steps/{stepId}/question',
      tag,
      summary: 'What a step of a run asks you',
      description: 'For those whom it asks.',
      access: 'api',
      allows: 'approvals.answer',
      params: stepParams,
      refuses: refuses('run_not_found'),
      responses: { 200: question },
      handle: async ({ actor, params: { runId, stepId } }) => {
        const { run, kept, step } = await asked(actor, runId, stepId);
        const automation = await documents.get<AutomationDocument>(
          actor.organizationId,
          'automations',
          run.automationId,
        );
        const { person } = kept.output;
        const by = step.by ?? (typeof person === 'string' ? person : null);
        const said = by === null ? undefined : await payloads.get(actor.organizationId, runId, answerPath(stepId, by));
        return {
          body: {
            label: automation?.draft.label ?? '',
            text: String(kept.output['text'] ?? ''),
            state: isOpen(run) && step.state === 'delayed' ? ('open' as const) : ('closed' as const),
            askedAt: time(step.at),
            until: timeOrNull(step.until),
            tableId: orNull(run.tableId),
            recordId: orNull(run.recordId),
            answer:
              step.lane === ''
                ? null
                : { approved: step.lane === 'then', userId: by, note: String(said?.output['note'] ?? '') },
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/runs/{runId}/steps/{stepId}/answer',
      tag,
      summary: 'Answer what a step of a run asks you',
      description:
        'The first answer counts. `stepId` is the path of the step: within loops with the place of the item.',
      access: 'api',
      allows: 'approvals.answer',
      params: stepParams,
      body: z.strictObject({ approved: z.boolean(), note: z.string().max(2_000).optional() }),
      refuses: refuses('run_not_found', 'automations.answered'),
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { runId, stepId: path }, body: { approved, note = '' }, meta }) => {
        const { step } = await asked(actor, runId, path);
        // The note of the answer that counts stays.
        if (step.state !== 'delayed') throw conflict('automations.answered');
        const { organizationId } = actor;
        const userId = userOf(actor);
        await payloads.put(organizationId, runId, answerPath(path, userId), { input: {}, output: { note } });
        await store.execute({ type: 'answerStep', payload: { runId, path, approved, userId } }, meta);
        wake(organizationId);
        return { status: 204 };
      },
    }),
    route({
      method: 'post',
      path: '/v3/runs/{runId}/rerun',
      tag,
      summary: 'Run it again',
      description:
        'With `fromStep` a run that failed goes on there: what was done stays and is not done again. Without it a new run does everything anew, with what the first one was started with.',
      access: 'api',
      allows: 'automations.change',
      feature: 'manageAutomations',
      params: z.strictObject({ runId: id }),
      body: z.strictObject({ fromStep: z.string().min(1).max(40).optional() }),
      refuses: refuses('run_not_found', 'automations.run_not_failed', 'automations.step_not_found'),
      responses: { 202: started },
      handle: async ({ actor, params: { runId }, body: { fromStep }, meta }) => {
        const { run, automation } = await open(actor, runId);
        const { organizationId } = actor;
        requireRight(actor, 'automations.change', automation.ownerId);
        if (fromStep !== undefined) {
          await store.execute({ type: 'reopenRun', payload: { runId, stepId: fromStep } }, meta);
          wake(organizationId);
          return { status: 202, body: { runId } };
        }
        const { automationId, version, tableId, recordId } = run;
        const eventId = `rerun.${runId}.${meta.idempotencyKey ?? newId()}`;
        const own = { kind: 'rerun', eventId, origin: meta.origin, actorId: userOf(actor), at: clock() };
        const again = { ...noCause, runId, commitId: run.cause.commitId, depth: run.cause.depth };
        const given = await payloads.get(organizationId, runId, triggerPath);
        const start: Start = {
          runId: idOf('run', organizationId, automationId, eventId, recordId),
          automationId,
          version,
          cause: { ...again, ...own },
          tableId,
          recordId,
        };
        return begin(organizationId, start, given?.output ?? {});
      },
    }),
  ];
};
