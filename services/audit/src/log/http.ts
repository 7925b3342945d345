import { fold, type Actor } from '@tessera/kernel';
import { AppsServiceDefinition } from '@tessera/proto/apps/v1/service';
import { AutomationsServiceDefinition } from '@tessera/proto/automations/v1/service';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { ChatServiceDefinition } from '@tessera/proto/chat/v1/service';
import { ConnectorsServiceDefinition } from '@tessera/proto/connectors/v1/service';
import type { Action, ActionObject, ActionPage, ActionQuery } from '@tessera/proto/log/v1/actions';
import { requireRight } from '@tessera/proto/rights';
import type { CallContext } from '@tessera/rpc';
import { TasksServiceDefinition } from '@tessera/proto/tasks/v1/service';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import { createDirectory, type OrganizationFacts } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { invalid } from '../refusals.ts';
import { changes, entities, type Entity, kinds, typesOf } from './kinds.ts';
import { mergeActions, type Places, type Source } from './merge.ts';

const deadlineMs = 10_000;
const mostPages = 20;
const mostActors = 1_000;
const origins = ['interface', 'api', 'trigger', 'import', 'undo', 'form', 'email', 'automation', 'system'] as const;

const time = z.string().meta({ format: 'date-time' });
const moment = z.iso.datetime({ offset: true });
const some = <T extends z.ZodType>(one: T) => z.array(one).max(100);

const object = z.strictObject({
  kind: z.string(),
  id: z.string(),
  label: z.string().meta({ description: 'Empty where it has none, or where it is gone for good.' }),
  live: z.boolean().meta({ description: 'Whether it is there now, and not in the trash.' }),
});
const entry = z.strictObject({
  id: z.string().meta({ description: 'What `POST /v3/undo/{id}` takes.' }),
  commit_id: z.string(),
  operation_id: z.string().nullable(),
  performed_at: time,
  created_by: z.strictObject({
    kind: z.string().meta({ description: 'user, token, link or system.' }),
    id: z.string(),
    name: z.string(),
    user: z
      .strictObject({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'Of a token: the person for whom it acts.' }),
  }),
  action_type: z.enum(changes),
  entity_type: z.enum(entities),
  kind: z.string().meta({ description: 'The type of the event that says most about it.' }),
  count: z.number().meta({ description: 'Records, where it is about some.' }),
  affected_object: object.nullable().meta({ description: 'The table.' }),
  target: object.nullable().meta({ description: 'What it was done to, where that is one thing.' }),
  affected_record_label: z.string().nullable(),
  affected_fields: z.array(z.string()),
  changes: z.array(z.strictObject({ name: z.string(), before: z.string(), after: z.string() })),
  action_source: z.string().meta({ description: `One of ${origins.join(', ')}.` }),
  ip: z.string().nullable(),
  can_undo: z.boolean().meta({ description: 'Whether such actions can be taken back; a preview tells the rest.' }),
  undoes: z.string().nullable().meta({ description: 'Of an undo: the commit or operation that it took back.' }),
});

const body = z.strictObject({
  search: z.string().max(200).default('').meta({ description: 'Within names: of people, tokens, tables, records…' }),
  filters: z
    .strictObject({
      action_type: some(z.enum(changes)).default([]),
      entity_type: some(z.enum(entities)).default([]),
      action_source: some(z.enum(origins)).default([]),
      created_by: some(z.string().max(64)).default([]).meta({ description: 'Ids of people.' }),
      affected_object: z.string().max(64).default('').meta({ description: 'The id of a table.' }),
      from: moment.optional(),
      until: moment.optional().meta({ description: 'Exclusive.' }),
    })
    .prefault({}),
  page: z.int().min(1).max(mostPages).default(1),
  size: z.int().min(1).max(100).default(100),
  after: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'The `next` of an earlier answer, in the place of `page`.' }),
});

const placesOf = (text: string | undefined, names: readonly string[]): Places => {
  if (text === undefined) return {};
  const places = Object.fromEntries(
    text.split('_').map((part) => {
      const [name = '', at = ''] = part.split('.');
      return [name, /^(-1|\d{1,15})$/.test(at) ? Number(at) : Number.NaN];
    }),
  );
  if (Object.keys(places).length !== names.length || !names.every((name) => Number.isInteger(places[name])))
    throw invalid('request.invalid', {
      issues: [{ path: 'body.after', message: 'expected the `next` of an earlier page' }],
    });
  return places;
};
const textOf = (places: Places): string =>
  Object.entries(places)
    .map(([name, at]) => `${name}.${at}`)
    .join('_');

type ListActions = (
  request: { query: ActionQuery },
  context: CallContext,
) => Promise<{ readonly page?: ActionPage | undefined }>;
const isOf = (kind: string, own: readonly Entity[]): boolean => {
  const entity = kinds[kind.replace(/^undo\./, '')]?.entity;
  return entity !== undefined && own.includes(entity);
};
const empty: ActionPage = { actions: [], next: 0, nextTime: 0 };

/** What everybody did in the organization: each service tells of its own log, and here it is put in order. */
export const historyRoutes = ({ rpc, clock }: Pick<ServicePorts, 'rpc' | 'clock'>): RouteSet => {
  const auth = rpc.client(AuthServiceDefinition);
  const tables = rpc.client(TablesServiceDefinition);
  const connectors = rpc.client(ConnectorsServiceDefinition);
  const apps = rpc.client(AppsServiceDefinition);
  const automations = rpc.client(AutomationsServiceDefinition);
  const tasks = rpc.client(TasksServiceDefinition);
  const chat = rpc.client(ChatServiceDefinition);
  const directory = createDirectory(auth, clock, 'audit');

  const sourcesFor = (actor: Actor, query: Omit<ActionQuery, 'before' | 'limit'>) => {
    const source =
      (list: ListActions, own: readonly Entity[]): Source =>
      async (before, limit) =>
        // Nobody looks through a log for what is never in it.
        query.kinds.length > 0 && !query.kinds.some((kind) => isOf(kind, own))
          ? empty
          : ((await list({ query: { ...query, before, limit } }, { actor, deadlineMs })).page ?? empty);
    return {
      auth: source(auth.listActions, ['user', 'invitation', 'role', 'token', 'organization']),
      tables: source(tables.listActions, ['record', 'comment', 'table', 'field', 'view']),
      connectors: source(connectors.listActions, ['import']),
      apps: source(apps.listActions, ['app', 'folder', 'page', 'link', 'template']),
      automations: source(automations.listActions, ['automation', 'webhook', 'function', 'incoming']),
      tasks: source(tasks.listActions, ['task']),
      chat: source(chat.listActions, ['conversation']),
    };
  };

  const named = (one: ActionObject | undefined, facts: OrganizationFacts) =>
    one === undefined
      ? null
      : {
          kind: one.kind,
          id: one.id,
          label: one.kind === 'user' ? (facts.names.get(one.id) ?? one.label) : one.label,
          live: one.live,
        };

  return [
    route({
      method: 'post',
      path: '/historyLog/list',
      tag: 'history',
      summary: 'What everybody did in the organization, newest first',
      description:
        'One entry a command or operation, of people, tokens, imports and the installation: records, tables, fields, views, comments, people, invitations, roles and tokens. A page may have fewer entries than asked for and go on: pass `next` as `after`. `page` counts from 1; later pages than that are reached by `after`.',
      access: 'api',
      allows: 'history.read',
      whenViewing: true,
      feature: 'historyLog',
      body,
      responses: { 200: z.strictObject({ entries: z.array(entry), next: z.string().nullable() }) },
      cost: 5,
      handle: async ({ actor, body: { search, filters, page, size, after } }) => {
        requireRight(actor, 'history.read');
        const context = { actor, deadlineMs };
        const [facts, { tokens }] = await Promise.all([directory.facts(actor), auth.nameTokens({}, context)]);
        const tokenNames = new Map(tokens.map(({ id, name }) => [id, name]));
        const wanted = fold(search.trim());
        const isFound = (name: string): boolean => wanted !== '' && fold(name).includes(wanted);
        const asked = typesOf(filters.action_type, filters.entity_type);
        const narrows = filters.action_type.length + filters.entity_type.length > 0;
        const sources = sourcesFor(actor, {
          from: filters.from === undefined ? 0 : Date.parse(filters.from),
          until: filters.until === undefined ? 0 : Date.parse(filters.until),
          userIds: filters.created_by,
          // An empty list narrows nothing: what no action is leaves none.
          kinds: narrows ? [...asked, 'nothing'] : [],
          origins: filters.action_source,
          tableId: filters.affected_object,
          search: wanted,
          foundActorIds: [...facts.names, ...tokenNames]
            .flatMap(([id, name]) => (isFound(name) ? [id] : []))
            .slice(0, mostActors),
        });
        let places: Places | undefined = placesOf(after, Object.keys(sources));
        let actions: readonly Action[] = [];
        for (let at = after === undefined ? 1 : page; at <= page; at++) {
          if (places === undefined) {
            actions = [];
            break;
          }
          ({ actions, places } = await mergeActions(sources, places, size));
        }
        return {
          body: {
            entries: actions.flatMap((one) => {
              const kind = kinds[one.kind];
              if (kind === undefined) return [];
              const byToken = one.actorKind === 'token';
              const person = { id: one.userId, name: facts.names.get(one.userId) ?? '' };
              const target = named(one.object, facts);
              return [
                {
                  id: one.id,
                  commit_id: one.commitId,
                  operation_id: one.operationId === '' ? null : one.operationId,
                  performed_at: new Date(one.time).toISOString(),
                  created_by: byToken
                    ? { kind: 'token', id: one.actorId, name: tokenNames.get(one.actorId) ?? '', user: person }
                    : { kind: one.actorKind, ...person, user: null },
                  action_type: one.undoes === '' ? kind.change : ('undo' as const),
                  entity_type: kind.entity,
                  kind: one.kind,
                  count: one.items,
                  affected_object: named(one.table, facts),
                  target,
                  affected_record_label: target?.kind === 'record' ? target.label : null,
                  affected_fields: one.fieldNames,
                  changes: one.changes,
                  action_source: one.origin,
                  ip: one.ip === '' ? null : one.ip,
                  can_undo: one.undoable,
                  undoes: one.undoes === '' ? null : one.undoes,
                },
              ];
            }),
            next: places === undefined ? null : textOf(places),
          },
        };
      },
    }),
  ];
};
