import { setTimeout as pause } from 'node:timers/promises';
import { isId, newId, type Actor } from '@tessera/kernel';
import { everyStep } from '@tessera/proto/automations';
import { requireRight } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { Plans } from '@tessera/runtime/plans';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { programOf } from '../automations/evolve.ts';
import { createFind } from '../automations/http.ts';
import { versionId, type Listener, type VersionDocument } from '../automations/projection.ts';
import { idOf } from '../named.ts';
import { conflict, notFound, refuses, rejection } from '../refusals.ts';
import type { Start } from '../runs/decide.ts';
import { isOpen } from '../runs/evolve.ts';
import { stepIdOf } from '../runs/next.ts';
import { triggerPath, type Payloads } from '../runs/payloads.ts';
import type { RunDocument } from '../runs/projection.ts';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { Addresses } from './addresses.ts';
import { sameCall } from './call.ts';
import type { Calls } from './calls.ts';
import { createIntake, mostBytes } from './intake.ts';
import { secretBody, secretFrom, signingShape, type Signing } from './signing.ts';

const tag = 'Automations';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
/** So long a call is held for the step that answers it. */
const heldMs = 10_000;
const lookMs = 50;

const callSchema = z.strictObject({
  at: z.string(),
  body: z.unknown(),
  headers: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.unknown()),
});
const hookShape = {
  url: z.string().meta({ description: 'Whoever has it starts the automation, and the secret where one is asked for.' }),
  lastCall: callSchema.nullable().meta({ description: 'What came last, kept for 90 days to try it with.' }),
  ...signingShape,
};
const hookSchema = z.strictObject(hookShape).meta({ id: 'AutomationHook' });
const withSecret = z
  .strictObject({
    ...hookShape,
    secret: z.string().meta({ description: 'Keep it: it is shown in this answer only.' }),
  })
  .meta({ id: 'AutomationHookWithSecret' });

type Ports = Pick<ServicePorts, 'documents' | 'limits' | 'settings' | 'clock'> & {
  readonly store: AutomationsStore;
  readonly payloads: Payloads;
  readonly addresses: Addresses;
  readonly calls: Calls;
  readonly signing: Signing;
  readonly wake: (organizationId: string) => void;
  readonly plans: Plans;
};

/** The addresses by which programs start automations. */
export const hookRoutes = (ports: Ports): RouteSet => {
  const { documents, settings, clock, store, payloads, addresses, calls, signing, wake, plans } = ports;
  const find = createFind(ports);
  const intake = createIntake(ports, 'hooks');

  /** What its step answers, once it did; undefined where the run ended without, or takes too long. */
  const answerOf = async (
    organizationId: string,
    runId: string,
    answers: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly body: unknown } | undefined> => {
    const end = performance.now() + heldMs;
    while (performance.now() < end && !signal.aborted) {
      const run = await documents.get<RunDocument>(organizationId, 'runs', runId);
      const path = Object.keys(run?.steps ?? {}).find(
        (one) => run!.steps[one]!.state === 'done' && answers.has(stepIdOf(one)),
      );
      if (path !== undefined) {
        const { status, body } = (await payloads.get(organizationId, runId, path))?.output ?? {};
        return { status: typeof status === 'number' ? status : 200, body: body ?? null };
      }
      if (run !== undefined && !isOpen(run)) return undefined;
      await pause(lookMs);
    }
    return undefined;
  };

  const told = async ({ organizationId }: Actor, automationId: string, secret: string) => ({
    url: `${settings.baseUrl.replace(/\/$/, '')}/api/hooks/${secret}`,
    lastCall: (await calls.last({ organizationId, automationId })) ?? null,
    ...(await signing.of(organizationId, automationId)),
  });

  return [
    route({
      method: 'post',
      path: '/hooks/{secret}',
      tag,
      secret: true,
      summary: 'Start an automation by its address',
      description:
        'Whatever is sent by POST starts the automation: JSON, a form or text, up to 1 MB. Answers 202 at once; where the automation has a step that responds, its answer, or 202 after 10 s. A call with the `webhook-id` or `idempotency-key` of an earlier one starts nothing again. Where the address has a secret, a call carries `webhook-id`, `webhook-timestamp` (seconds, at most 5 minutes from now) and `webhook-signature` as Standard Webhooks define them: `v1,` and the base64 of HMAC-SHA256 over `{id}.{timestamp}.{body}`.',
      access: 'public',
      allows: 'none',
      limit: 'own',
      rawBody: true,
      bodyLimit: mostBytes,
      params: z.strictObject({ secret: z.string().min(1).max(100) }),
      query: z.record(z.string().max(200), z.unknown()),
      refuses: refuses('hook_not_found', 'hook.signature_wrong', 'automations.off', 'plan.blocked'),
      responses: { 202: z.strictObject({ runId: z.string() }) },
      handle: async ({ params: { secret }, query, headers, raw, ip, signal }) => {
        const addressed = await addresses.find(secret);
        if (addressed === undefined) {
          await intake.unknown(ip);
          throw notFound('hook_not_found');
        }
        const { organizationId, automationId } = addressed;
        await intake.known(`${organizationId}:${automationId}`);
        if (await plans.isBlocked(organizationId)) throw rejection('unpaid', 'plan.blocked');
        const prove = await signing.prover(organizationId, automationId, headers);
        const call = await intake.read({ raw, headers, query, prove });
        const at = clock();
        // Kept also while it is off: its builder tries it with that.
        await calls.put(addressed, call);
        const listener = await documents.get<Listener>(organizationId, 'listeners', automationId);
        if (listener?.kind !== 'webhook') throw conflict('automations.off');
        const { version } = listener;
        const eventId = `hook.${sameCall(headers) ?? newId()}`;
        const runId = idOf('run', organizationId, automationId, eventId, '');
        const none = { commitId: '', operationId: '', actorId: '', depth: 0, runId: '' };
        const cause = { kind: 'webhook', eventId, origin: 'api', at, ...none };
        const run: Start = { runId, automationId, version, cause, tableId: '', recordId: '' };
        await payloads.put(organizationId, runId, triggerPath, { input: {}, output: call });
        await store.execute({ type: 'startRuns', payload: { runs: [run] } }, asSystem(organizationId));
        wake(organizationId);
        const kept = await documents.get<VersionDocument>(organizationId, 'versions', versionId(automationId, version));
        const answers = new Set(
          kept === undefined
            ? []
            : everyStep(programOf(kept.draft).steps).flatMap(({ step }) => (step.type === 'respond' ? [step.id] : [])),
        );
        const answer = answers.size === 0 ? undefined : await answerOf(organizationId, runId, answers, signal);
        return answer ?? { status: 202, body: { runId } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/automations/{id}/hook',
      tag,
      secret: true,
      summary: 'The address that starts an automation, and what came there last',
      description: 'For its owner and administrators. It is made when it is first asked for.',
      access: 'api',
      allows: 'automations.change',
      params: z.strictObject({ id }),
      refuses: refuses('automation_not_found'),
      responses: { 200: hookSchema },
      handle: async ({ actor, params: { id: automationId } }) => {
        const { ownerId } = await find(actor, automationId);
        requireRight(actor, 'automations.change', ownerId);
        const { organizationId } = actor;
        return { body: await told(actor, automationId, await addresses.of({ organizationId, automationId })) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/automations/{id}/hook',
      tag,
      secret: true,
      summary: 'Make the address of an automation anew',
      description: 'The one before leads nowhere from then on.',
      access: 'api',
      allows: 'automations.change',
      params: z.strictObject({ id }),
      body: z.strictObject({}),
      cost: 5,
      refuses: refuses('automation_not_found'),
      responses: { 200: hookSchema },
      handle: async ({ actor, params: { id: automationId }, meta }) => {
        const { organizationId } = actor;
        const { commitId } = await store.execute({ type: 'makeAddress', payload: { automationId } }, meta);
        const secret = await addresses.next({ organizationId, automationId }, commitId ?? newId());
        return { body: await told(actor, automationId, secret) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/automations/{id}/hook/secret',
      tag,
      secret: true,
      summary: 'Have calls of the address signed, with a new secret',
      description:
        'Calls without a signature are refused from then on. For 24 hours a secret of before is good as well.',
      access: 'api',
      allows: 'automations.change',
      params: z.strictObject({ id }),
      body: secretBody,
      cost: 5,
      refuses: refuses('automation_not_found', 'hook.secret_wrong'),
      responses: { 200: withSecret },
      handle: async ({ actor, params: { id: automationId }, body, meta }) => {
        const { organizationId } = actor;
        const given = secretFrom(body.secret);
        const { commitId } = await store.execute({ type: 'makeHookSecret', payload: { automationId } }, meta);
        const secret = await signing.next(organizationId, automationId, commitId ?? newId(), given);
        const address = await addresses.of({ organizationId, automationId });
        return { body: { ...(await told(actor, automationId, address)), secret } };
      },
    }),
    route({
      method: 'delete',
      path: '/v3/automations/{id}/hook/secret',
      tag,
      secret: true,
      summary: 'Take calls of the address without a signature again',
      description: 'All its secrets are forgotten.',
      access: 'api',
      allows: 'automations.change',
      params: z.strictObject({ id }),
      refuses: refuses('automation_not_found'),
      responses: { 200: hookSchema },
      handle: async ({ actor, params: { id: automationId }, meta }) => {
        const { organizationId } = actor;
        await store.execute({ type: 'removeHookSecret', payload: { automationId } }, meta);
        await signing.forget(organizationId, automationId);
        return { body: await told(actor, automationId, await addresses.of({ organizationId, automationId })) };
      },
    }),
  ];
};
