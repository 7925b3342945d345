import { findAll } from '@tessera/document-store/pages';
import { fold, isId, isRejection, newId, type Actor } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { isRefusal, type Tables } from '../access/tables.ts';
import { revisionOf } from '../automations/http.ts';
import type { Functions } from '../functions/call.ts';
import type { FunctionDocument } from '../functions/projection.ts';
import type { Addresses } from '../hooks/addresses.ts';
import type { Call } from '../hooks/call.ts';
import type { Calls } from '../hooks/calls.ts';
import { secretBody, secretFrom, signingShape, type Signing } from '../hooks/signing.ts';
import { conflict, invalid, notFound, refuses } from '../refusals.ts';
import { failureOf } from '../runs/carry.ts';
import type { AutomationsStore } from '../store.ts';
import type { IncomingSettings } from './evolve.ts';
import type { IncomingDocument } from './projection.ts';
import { valuesOf } from './values.ts';

const tag = 'Low-code';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const params = z.strictObject({ id });
const etag = 'The revision of the incoming webhook: it rises with each change of it.';
const mostIncoming = 100;
const usualSize = 100;

const body = z.strictObject({
  name: z.string().trim().min(1).max(120),
  active: z.boolean().default(true),
  tableId: id.nullable().default(null).meta({ description: 'Each call adds a record there, fields by their names.' }),
  functionId: id.nullable().default(null).meta({ description: 'An active function, which is called with the call.' }),
});

const time = (at: number): string => new Date(at).toISOString();
const callSchema = z.strictObject({
  at: z.string(),
  body: z.unknown(),
  headers: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.unknown()),
});
const shared = {
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  tableId: z.string().nullable(),
  functionId: z.string().nullable(),
  token: z.string().meta({ description: 'The end of its address, the rest hidden.' }),
  ownerId: z.string().meta({ description: 'With whose rights records are added and functions called.' }),
  canChange: z.boolean(),
  createdBy: z.string(),
  updatedBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: z.number(),
};
const entrySchema = z.strictObject(shared).meta({ id: 'IncomingWebhookEntry' });
const whole = {
  ...shared,
  url: z.string().nullable().meta({ description: 'For its owner and administrators: whoever has it may send.' }),
  lastCall: callSchema.nullable().meta({ description: 'What came last, kept for 90 days to try it with.' }),
  ...signingShape,
};
const incomingSchema = z.strictObject(whole).meta({ id: 'IncomingWebhook' });
const withSecret = z
  .strictObject({ ...whole, secret: z.string().meta({ description: 'Keep it: it is shown in this answer only.' }) })
  .meta({ id: 'IncomingWebhookWithSecret' });
const triedSchema = z
  .strictObject({
    state: z.enum(['done', 'failed']),
    output: z.unknown(),
    error: z.strictObject({ code: z.string(), reason: z.string() }).nullable(),
  })
  .meta({ id: 'IncomingWebhookTest' });

type Ports = Pick<ServicePorts, 'documents' | 'settings' | 'clock'> & {
  readonly store: AutomationsStore;
  readonly tables: Tables;
  readonly functions: Functions;
  readonly addresses: Addresses;
  readonly calls: Calls;
  readonly signing: Signing;
};

/** Finds one for whoever writes functions. */
export const createFindIncoming =
  ({ documents }: Pick<ServicePorts, 'documents'>) =>
  async (actor: Actor, incomingId: string): Promise<IncomingDocument> => {
    const found = await documents.get<IncomingDocument>(actor.organizationId, 'incoming', incomingId);
    if (found === undefined || found.deleted !== undefined || !can(actor, 'functions.manage').allow)
      throw notFound('incoming_not_found');
    return found;
  };

/** An address of which its end alone is told. */
export const masked = (secret: string): string => `••••${secret.slice(-4)}`;

/** Incoming webhooks: what other programs send to an address becomes a record, or calls a function. */
export const incomingRoutes = (ports: Ports): RouteSet => {
  const { documents, settings, clock, store, tables, functions, addresses, calls, signing } = ports;
  const find = createFindIncoming(ports);

  const secretOf = ({ organizationId }: Actor, incomingId: string): Promise<string> =>
    addresses.of({ organizationId, automationId: incomingId });
  const wire = (actor: Actor, found: IncomingDocument, secret: string) => ({
    id: found.id,
    name: found.settings.label,
    active: found.active,
    tableId: found.settings.tableId === '' ? null : found.settings.tableId,
    functionId: found.settings.functionId === '' ? null : found.settings.functionId,
    token: masked(secret),
    ownerId: found.ownerId,
    canChange: can(actor, 'functions.change', found.ownerId).allow,
    createdBy: found.createdBy,
    updatedBy: found.changedBy,
    createdAt: time(found.createdAt),
    updatedAt: time(found.changedAt),
    revision: found.revision,
  });
  const answered = async (actor: Actor, incomingId: string, commitId?: string, status = 200) => {
    const found = await find(actor, incomingId);
    const { organizationId } = actor;
    const secret = await secretOf(actor, incomingId);
    const shown = wire(actor, found, secret);
    const url = `${settings.baseUrl.replace(/\/$/, '')}/api/hooks/in/${secret}`;
    const last = shown.canChange ? await calls.last({ organizationId, automationId: incomingId }) : undefined;
    const headers = { etag: `"${found.revision}"`, ...(commitId !== undefined && { 'tessera-commit': commitId }) };
    const proved = await signing.of(organizationId, incomingId);
    const body = { ...shown, ...proved, url: shown.canChange ? url : null, lastCall: last ?? null };
    return { status, body, headers };
  };
  const all = async ({ organizationId }: Actor): Promise<readonly IncomingDocument[]> =>
    (await findAll<IncomingDocument>(documents, organizationId, 'incoming', {}, (one) => one.id)).filter(
      ({ deleted }) => deleted === undefined,
    );

  /** Settings that hold: the table is there for whoever's rights it acts with, and the function is active. */
  const checked = async (
    actor: Actor,
    { name, tableId, functionId }: z.output<typeof body>,
    before?: IncomingSettings,
  ): Promise<IncomingSettings> => {
    if (tableId !== null && tableId !== before?.tableId && (await tables.known(actor, [tableId])).size === 0)
      throw invalid('incoming.table_missing');
    if (functionId !== null && functionId !== before?.functionId) {
      const found = await documents.get<FunctionDocument>(actor.organizationId, 'functions', functionId);
      if (found === undefined || found.deleted !== undefined || !found.active)
        throw invalid('incoming.function_missing');
    }
    return { label: name, tableId: tableId ?? '', functionId: functionId ?? '' };
  };

  /** What a call would do, of which nothing is done. */
  const tried = async (actor: Actor, { settings: of }: IncomingDocument, call: Call) => {
    const problem = (code: string, reason: string) => ({
      state: 'failed' as const,
      output: null,
      error: { code, reason },
    });
    try {
      if (of.functionId === '') {
        const fields = await tables.fields(actor, of.tableId);
        const values = valuesOf(call.body, fields);
        await tables.check(actor, of.tableId, values);
        const named = fields.filter((field) => field.id in values).map((field) => [field.name, values[field.id]]);
        return { state: 'done' as const, output: Object.fromEntries(named) as unknown, error: null };
      }
      const callId = newId();
      const { state, output, error } = await functions.carry(
        actor,
        of.functionId,
        await functions.codeOf(actor.organizationId, of.functionId),
        {
          input: call,
          cause: { runId: callId, key: callId, commitId: '', depth: 0 },
          kind: 'test',
          callerId: userOf(actor),
          simulated: true,
        },
      );
      return { state, output, error };
    } catch (error) {
      if (!isRejection(error) && !isRefusal(error)) throw error;
      const { code, reason } = isRejection(error)
        ? failureOf(error)
        : { code: 'incoming.table_missing', reason: 'There is no such table, or you may not open it.' };
      return problem(code, reason);
    }
  };

  const ofOne = refuses('incoming_not_found');
  const ofBody = refuses('incoming.function_missing', 'incoming.one_target', 'incoming.table_missing');

  return [
    route({
      method: 'get',
      path: '/v3/low-code-webhook',
      tag,
      summary: 'The incoming webhooks of the organization, by name',
      description: 'Their addresses are hidden but for the end.',
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
        q: z.string().max(200).optional(),
      }),
      responses: { 200: z.strictObject({ webhooks: z.array(entrySchema), more: z.boolean() }) },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'functions.manage');
        const size = Number(query.size ?? usualSize);
        const from = (Number(query.page ?? 1) - 1) * size;
        const wanted = fold((query.q ?? '').trim());
        const found = (await all(actor))
          .filter((one) => fold(one.settings.label).includes(wanted))
          .toSorted((a, b) => a.settings.label.localeCompare(b.settings.label, 'en') || (a.id < b.id ? -1 : 1));
        const shown = await Promise.all(
          found.slice(from, from + size).map(async (one) => wire(actor, one, await secretOf(actor, one.id))),
        );
        return { body: { webhooks: shown, more: found.length > from + size } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/low-code-webhook',
      tag,
      etag,
      secret: true,
      summary: 'Make an incoming webhook',
      description: 'What is sent to its address adds a record to a table, or calls a function: one of the two.',
      access: 'api',
      allows: 'functions.manage',
      feature: 'lowCode',
      body,
      refuses: [...ofOne, ...ofBody, ...refuses('incoming.too_many')],
      responses: { 201: incomingSchema },
      handle: async ({ actor, body: sent, meta }) => {
        requireRight(actor, 'functions.manage');
        if ((await all(actor)).length >= mostIncoming) throw conflict('incoming.too_many');
        const payload = { incomingId: newId(), settings: await checked(actor, sent), active: sent.active };
        const { answer, commitId } = await store.execute({ type: 'createIncoming', payload }, meta);
        return answered(actor, answer.id, commitId, 201);
      },
    }),
    route({
      method: 'get',
      path: '/v3/low-code-webhook/{id}',
      tag,
      etag,
      secret: true,
      summary: 'An incoming webhook',
      description: 'Its ETag is what a change sends as `If-Match`.',
      access: 'api',
      allows: 'functions.manage',
      params,
      refuses: ofOne,
      responses: { 200: incomingSchema },
      handle: ({ actor, params: { id: incomingId } }) => answered(actor, incomingId),
    }),
    route({
      method: 'put',
      path: '/v3/low-code-webhook/{id}',
      tag,
      etag,
      secret: true,
      summary: 'Change an incoming webhook, switch it on or off',
      description: 'Send the ETag that you saw as `If-Match`.',
      access: 'api',
      allows: 'functions.change',
      feature: 'lowCode',
      params,
      body,
      refuses: [...ofOne, ...ofBody, ...refuses('incoming.stale', 'request.if_match')],
      responses: { 200: incomingSchema },
      handle: async ({ actor, params: { id: incomingId }, body: sent, meta, headers }) => {
        const { ownerId, settings: before } = await find(actor, incomingId);
        requireRight(actor, 'functions.change', ownerId);
        const next = await checked(actor, sent, before);
        const payload = { incomingId, settings: next, active: sent.active, revision: revisionOf(headers) };
        const { commitId } = await store.execute({ type: 'changeIncoming', payload }, meta);
        return answered(actor, incomingId, commitId);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/low-code-webhook/{id}',
      tag,
      summary: 'Delete an incoming webhook',
      description: 'Its address takes nothing any more. It comes back by undo, with the same address.',
      access: 'api',
      allows: 'functions.change',
      params,
      refuses: ofOne,
      responses: { 204: 'empty' },
      handle: async ({ params: { id: incomingId }, meta }) => {
        const { commitId } = await store.execute({ type: 'deleteIncoming', payload: { incomingId } }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/low-code-webhook/{id}/regenerate-url',
      tag,
      etag,
      secret: true,
      summary: 'Make the address of an incoming webhook anew',
      description: 'The one before takes nothing from then on.',
      access: 'api',
      allows: 'functions.change',
      params,
      body: z.strictObject({}),
      cost: 5,
      refuses: ofOne,
      responses: { 200: incomingSchema },
      handle: async ({ actor, params: { id: incomingId }, meta }) => {
        const { commitId } = await store.execute({ type: 'makeIncomingAddress', payload: { incomingId } }, meta);
        const { organizationId } = actor;
        await addresses.next({ organizationId, automationId: incomingId }, commitId ?? newId());
        return answered(actor, incomingId, commitId);
      },
    }),
    route({
      method: 'post',
      path: '/v3/low-code-webhook/{id}/secret',
      tag,
      etag,
      secret: true,
      summary: 'Have calls signed, with a new secret',
      description:
        'Calls without a signature are refused from then on. For 24 hours a secret of before is good as well.',
      access: 'api',
      allows: 'functions.change',
      feature: 'lowCode',
      params,
      body: secretBody,
      cost: 5,
      refuses: [...ofOne, ...refuses('hook.secret_wrong')],
      responses: { 200: withSecret },
      handle: async ({ actor, params: { id: incomingId }, body: sent, meta }) => {
        const given = secretFrom(sent.secret);
        const { commitId } = await store.execute({ type: 'makeIncomingSecret', payload: { incomingId } }, meta);
        const secret = await signing.next(actor.organizationId, incomingId, commitId ?? newId(), given);
        const told = await answered(actor, incomingId, commitId);
        return { ...told, body: { ...told.body, secret } };
      },
    }),
    route({
      method: 'delete',
      path: '/v3/low-code-webhook/{id}/secret',
      tag,
      etag,
      secret: true,
      summary: 'Take calls without a signature again',
      description: 'All its secrets are forgotten.',
      access: 'api',
      allows: 'functions.change',
      params,
      refuses: ofOne,
      responses: { 200: incomingSchema },
      handle: async ({ actor, params: { id: incomingId }, meta }) => {
        const { commitId } = await store.execute({ type: 'removeIncomingSecret', payload: { incomingId } }, meta);
        await signing.forget(actor.organizationId, incomingId);
        return answered(actor, incomingId, commitId);
      },
    }),
    route({
      method: 'post',
      path: '/v3/low-code-webhook/{id}/test',
      tag,
      summary: 'Try an incoming webhook',
      description: 'With the body that is given, or what came last. Nothing is changed. With your rights.',
      access: 'api',
      allows: 'functions.change',
      feature: 'lowCode',
      cost: 5,
      params,
      body: z.strictObject({ body: z.unknown().optional() }),
      refuses: [...ofOne, ...refuses('incoming.no_call')],
      responses: { 200: triedSchema },
      handle: async ({ actor, params: { id: incomingId }, body: { body: given } }) => {
        const found = await find(actor, incomingId);
        requireRight(actor, 'functions.change', found.ownerId);
        const { organizationId } = actor;
        const last = await calls.last({ organizationId, automationId: incomingId });
        if (given === undefined && last === undefined) throw conflict('incoming.no_call');
        const none = { at: time(clock()), headers: {}, query: {} };
        const call: Call = given === undefined ? last! : { ...none, ...last, body: given };
        return { body: await tried(actor, found, call) };
      },
    }),
  ];
};
