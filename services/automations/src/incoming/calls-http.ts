import { fold, isId, newId, type Actor } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { Plans } from '@tessera/runtime/plans';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Tables } from '../access/tables.ts';
import type { FunctionDocument } from '../functions/projection.ts';
import type { Addresses } from '../hooks/addresses.ts';
import { sameCall } from '../hooks/call.ts';
import type { Calls } from '../hooks/calls.ts';
import { createIntake, mostBytes } from '../hooks/intake.ts';
import type { Signing } from '../hooks/signing.ts';
import { idOf } from '../named.ts';
import { conflict, notFound, refuses, rejection } from '../refusals.ts';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { IncomingCall } from './evolve.ts';
import { createFindIncoming, masked } from './http.ts';
import type { TakenCalls } from './payloads.ts';
import type { CallLine, IncomingDocument } from './projection.ts';

const tag = 'Low-code';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const params = z.strictObject({ id });
/** Lines that one request of the log looks through. */
const mostLooked = 10_000;
const pageSize = 500;

const callShape = {
  id: z.string(),
  at: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  tableId: z.string().nullable(),
  functionId: z.string().nullable(),
  recordId: z.string().nullable().meta({ description: 'The record that it added.' }),
  recordLabel: z.string().meta({ description: 'Empty where it has no name that you may see.' }),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  endedAt: z.string().nullable(),
};
const callSchema = z.strictObject(callShape).meta({ id: 'IncomingWebhookCall' });
const detailSchema = z
  .strictObject({
    ...callShape,
    hidden: z.boolean().meta({ description: 'What was sent is its owner’s to read.' }),
    sent: z
      .strictObject({
        body: z.unknown(),
        headers: z.record(z.string(), z.string()),
        query: z.record(z.string(), z.unknown()),
        from: z.string(),
        output: z.unknown(),
      })
      .nullable()
      .meta({ description: 'What was sent and from where, and what the function answered. Null after 90 days.' }),
  })
  .meta({ id: 'IncomingWebhookCallDetail' });
const rowSchema = z
  .strictObject({
    id: z.string(),
    createdAt: z.string(),
    status: z.enum(['waiting', 'successful', 'failed']),
    actionName: z.string().nullable().meta({ description: 'Why it failed; null where it did not.' }),
    webhookId: z.string(),
    webhookName: z.string(),
    webhookToken: z.string().meta({ description: 'The end of its address, the rest hidden.' }),
    actionType: z.enum(['record', 'function']),
    actionRelatedTo: z.string().meta({ description: 'What the table or function is called, where you may know.' }),
    actionRelationship: z.string().nullable().meta({ description: 'The record that it added.' }),
    tableId: z.string().nullable(),
    functionId: z.string().nullable(),
  })
  .meta({ id: 'WebhookAuditRow' });

const time = (at: number): string => new Date(at).toISOString();
const orNull = (text: string): string | null => (text === '' ? null : text);
const wire = (call: IncomingCall, label: string) => ({
  id: call.id,
  at: time(call.takenAt),
  state: call.state === 'begun' ? ('waiting' as const) : call.state,
  tableId: orNull(call.tableId),
  functionId: orNull(call.functionId),
  recordId: orNull(call.recordId),
  recordLabel: label,
  code: orNull(call.code),
  reason: orNull(call.reason),
  endedAt: call.endedAt === 0 ? null : time(call.endedAt),
});
const statuses = { waiting: 'waiting', begun: 'waiting', done: 'successful', failed: 'failed' } as const;

type Ports = Pick<ServicePorts, 'documents' | 'limits' | 'settings' | 'clock'> & {
  readonly store: AutomationsStore;
  readonly tables: Tables;
  readonly addresses: Addresses;
  readonly calls: Calls;
  readonly signing: Signing;
  readonly taken: TakenCalls;
  readonly wake: (organizationId: string) => void;
  readonly plans: Plans;
};

/** What is sent to incoming webhooks, and the log of it. */
export const incomingCallRoutes = (ports: Ports): RouteSet => {
  const { documents, store, tables, addresses, calls, signing, taken, wake, plans } = ports;
  const find = createFindIncoming(ports);
  const intake = createIntake(ports, 'incoming');

  /** What the records of some calls are called, for whoever asks. */
  const labels = async (actor: Actor, all: readonly IncomingCall[]): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    for (const tableId of new Set(all.flatMap((call) => (call.recordId === '' ? [] : [call.tableId])))) {
      if ((await tables.label(actor, tableId)) === '') continue;
      const ids = all.flatMap((call) => (call.tableId === tableId && call.recordId !== '' ? [call.recordId] : []));
      for (const [recordId, label] of await tables.names(actor, tableId, ids)) found.set(recordId, label);
    }
    return found;
  };
  const one = async (actor: Actor, incomingId: string, callId: string): Promise<IncomingCall> => {
    const found = await documents.get<IncomingCall>(actor.organizationId, 'incomingcalls', callId);
    if (found?.incomingId !== incomingId) throw notFound('incoming_call_not_found');
    return found;
  };

  /** What a line is about, by its names; each is asked for once. */
  const namesFor = (actor: Actor) => {
    const { organizationId } = actor;
    const kept = new Map<string, Promise<string>>();
    const once = (key: string, ask: () => Promise<string>): Promise<string> => {
      const known = kept.get(key) ?? ask();
      kept.set(key, known);
      return known;
    };
    return {
      webhook: (incomingId: string) =>
        once(incomingId, async () => {
          const found = await documents.get<IncomingDocument>(organizationId, 'incoming', incomingId);
          return found?.settings.label ?? '';
        }),
      token: (incomingId: string) =>
        once(`${incomingId}:token`, async () =>
          masked(await addresses.of({ organizationId, automationId: incomingId })),
        ),
      target: ({ tableId, functionId }: IncomingCall) =>
        once(tableId + functionId, async () => {
          if (functionId === '') return tables.label(actor, tableId);
          const found = await documents.get<FunctionDocument>(organizationId, 'functions', functionId);
          return found?.settings.label ?? '';
        }),
    };
  };

  return [
    route({
      method: 'post',
      path: '/hooks/in/{secret}',
      tag,
      secret: true,
      summary: 'Send something to an incoming webhook',
      description:
        'JSON, a form or text, up to 1 MB. Answers 202 at once, and does the work behind it: its log tells what came of it. A call with the `webhook-id` or `idempotency-key` of an earlier one is taken once. Where the address has a secret, a call carries `webhook-id`, `webhook-timestamp` (seconds, at most 5 minutes from now) and `webhook-signature` as Standard Webhooks define them: `v1,` and the base64 of HMAC-SHA256 over `{id}.{timestamp}.{body}`.',
      access: 'public',
      allows: 'none',
      limit: 'own',
      rawBody: true,
      bodyLimit: mostBytes,
      params: z.strictObject({ secret: z.string().min(1).max(100) }),
      query: z.record(z.string().max(200), z.unknown()),
      refuses: refuses('hook_not_found', 'hook.signature_wrong', 'incoming.off', 'plan.blocked'),
      responses: { 202: z.strictObject({ callId: z.string() }) },
      handle: async ({ params: { secret }, query, headers, raw, ip }) => {
        const addressed = await addresses.find(secret);
        if (addressed === undefined) {
          await intake.unknown(ip);
          throw notFound('hook_not_found');
        }
        const { organizationId, automationId: incomingId } = addressed;
        await intake.known(`${organizationId}:${incomingId}`);
        if (await plans.isBlocked(organizationId)) throw rejection('unpaid', 'plan.blocked');
        const prove = await signing.prover(organizationId, incomingId, headers);
        const call = await intake.read({ raw, headers, query, prove });
        const found = await documents.get<IncomingDocument>(organizationId, 'incoming', incomingId);
        if (found === undefined || found.deleted !== undefined) throw notFound('hook_not_found');
        // Kept also while it is off: its builder tries it with that.
        await calls.put(addressed, call);
        if (!found.active) throw conflict('incoming.off');
        const callId = idOf('incoming', organizationId, incomingId, sameCall(headers) ?? newId());
        const { tableId, functionId } = found.settings;
        // What came first under this name is what is done.
        if ((await documents.get(organizationId, 'incomingcalls', callId)) === undefined) {
          await taken.put(organizationId, callId, { call, from: ip });
          const payload = { callId, incomingId, tableId, functionId };
          await store.execute({ type: 'takeCall', payload }, asSystem(organizationId));
        }
        wake(organizationId);
        return { status: 202, body: { callId } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/low-code-webhook/{id}/calls',
      tag,
      summary: 'What was sent to an incoming webhook, the newest first',
      description: 'Pass `next` as `after` for the next page. `failed` leaves out what was done.',
      access: 'api',
      allows: 'functions.manage',
      params,
      query: z.strictObject({
        after: z.string().max(60).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        failed: z.enum(['true', 'false']).default('false'),
      }),
      refuses: refuses('incoming_not_found'),
      responses: { 200: z.strictObject({ calls: z.array(callSchema), next: z.string().nullable() }) },
      handle: async ({ actor, params: { id: incomingId }, query: { after, limit, failed } }) => {
        await find(actor, incomingId);
        const where = failed === 'true' ? { failed: incomingId } : { incomingId };
        const lines = await documents.find<CallLine>(actor.organizationId, 'incominglog', where, limit, after);
        const found = lines.map(({ call }) => call);
        const names = await labels(actor, found);
        return {
          body: {
            calls: found.map((call) => wire(call, names.get(call.recordId) ?? '')),
            next: lines.length === limit ? (lines.at(-1)?.id ?? null) : null,
          },
        };
      },
    }),
    route({
      method: 'get',
      path: '/v3/low-code-webhook/{id}/calls/{callId}',
      tag,
      summary: 'A call with what was sent',
      description: 'What was sent is told to the owner of the webhook and to administrators, and kept for 90 days.',
      access: 'api',
      allows: 'functions.manage',
      params: z.strictObject({ id, callId: id }),
      refuses: refuses('incoming_not_found', 'incoming_call_not_found'),
      responses: { 200: detailSchema },
      handle: async ({ actor, params: { id: incomingId, callId } }) => {
        const { ownerId } = await find(actor, incomingId);
        const call = await one(actor, incomingId, callId);
        const mayRead = can(actor, 'functions.change', ownerId).allow;
        const kept = mayRead ? await taken.get(actor.organizationId, callId) : undefined;
        const names = await labels(actor, [call]);
        return {
          body: {
            ...wire(call, names.get(call.recordId) ?? ''),
            hidden: !mayRead,
            sent:
              kept === undefined
                ? null
                : {
                    body: kept.call.body,
                    headers: { ...kept.call.headers },
                    query: { ...kept.call.query },
                    from: kept.from,
                    output: kept.output ?? null,
                  },
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/low-code-webhook/{id}/calls/{callId}/again',
      tag,
      summary: 'Have a call that failed done again',
      description: 'With what was sent, and where it went then.',
      access: 'api',
      allows: 'functions.change',
      params: z.strictObject({ id, callId: id }),
      body: z.strictObject({}),
      refuses: refuses('incoming_not_found', 'incoming_call_not_found', 'incoming.not_failed', 'incoming.payload_gone'),
      responses: { 202: z.strictObject({ callId: z.string() }) },
      handle: async ({ actor, params: { id: incomingId, callId }, meta }) => {
        const { ownerId } = await find(actor, incomingId);
        requireRight(actor, 'functions.change', ownerId);
        await one(actor, incomingId, callId);
        if ((await taken.get(actor.organizationId, callId)) === undefined) throw conflict('incoming.payload_gone');
        await store.execute({ type: 'reopenCall', payload: { callId, incomingId } }, meta);
        wake(actor.organizationId);
        return { status: 202, body: { callId } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/audit-log/webhooks',
      tag,
      summary: 'What was sent to all incoming webhooks, the newest first',
      description: 'Searched by the name of the webhook. `status` leaves out the others.',
      access: 'api',
      allows: 'automations.manage',
      query: z.strictObject({
        page: z
          .string()
          .regex(/^[1-9][0-9]{0,3}$/)
          .optional(),
        size: z
          .string()
          .regex(/^(?:100|[1-9][0-9]?)$/)
          .optional(),
        q: z.string().max(200).optional(),
        status: z.enum(['waiting', 'successful', 'failed']).optional(),
      }),
      responses: { 200: z.strictObject({ rows: z.array(rowSchema), more: z.boolean() }) },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'automations.manage');
        const size = Number(query.size ?? 100);
        const from = (Number(query.page ?? 1) - 1) * size;
        const wanted = fold((query.q ?? '').trim());
        const names = namesFor(actor);
        const found: IncomingCall[] = [];
        let looked = 0;
        for (let after: string | undefined; found.length <= from + size && looked < mostLooked;) {
          const lines: readonly CallLine[] = await documents.find(
            actor.organizationId,
            'incominglog',
            {},
            pageSize,
            after,
          );
          looked += lines.length;
          for (const { call } of lines)
            if (
              (query.status === undefined || statuses[call.state] === query.status) &&
              (wanted === '' || fold(await names.webhook(call.incomingId)).includes(wanted))
            )
              found.push(call);
          if (lines.length < pageSize) break;
          after = lines.at(-1)!.id;
        }
        const shown = found.slice(from, from + size).map(async (call) => ({
          id: call.id,
          createdAt: time(call.takenAt),
          status: statuses[call.state],
          actionName: orNull(call.reason),
          webhookId: call.incomingId,
          webhookName: await names.webhook(call.incomingId),
          webhookToken: await names.token(call.incomingId),
          actionType: call.functionId === '' ? ('record' as const) : ('function' as const),
          actionRelatedTo: await names.target(call),
          actionRelationship: orNull(call.recordId),
          tableId: orNull(call.tableId),
          functionId: orNull(call.functionId),
        }));
        return { body: { rows: await Promise.all(shown), more: found.length > from + size } };
      },
    }),
  ];
};
