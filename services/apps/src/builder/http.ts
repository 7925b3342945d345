import type { Actor, Clock } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { wallOf } from '@tessera/fields';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { conflict, invalid, notFound, refuses } from '../refusals.ts';
import type { AppsStore } from '../store.ts';
import { faultsOf } from '../templates/check.ts';
import type { Installs } from '../templates/runner.ts';
import type { Build } from './evolve.ts';
import { isLongEnough, needsOf, templateOfProposal, withoutParts, type Proposal } from './proposal.ts';
import type { Builds } from './runner.ts';

const tag = 'AI builder';
const part = z.strictObject({
  id: z.string().meta({ description: '`table:` or `app:` and its key' }),
  kind: z.enum(['table', 'app']),
  label: z.string(),
  color: z.string().nullable(),
  fields: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  records: z.int(),
  views: z.int(),
  blocks: z.int(),
  needs: z.array(z.string()).meta({ description: 'Parts that it cannot do without' }),
});
const buildSchema = z
  .strictObject({
    operationId: z.string(),
    description: z.string(),
    state: z.enum(['running', 'proposed', 'failed', 'accepted', 'dropped']),
    progress: z.int().min(0).max(100),
    proposal: z.strictObject({ name: z.string(), description: z.string(), parts: z.array(part) }).nullable(),
    success_msg: z.string().nullable(),
    error: z.strictObject({ id: z.string(), message: z.string() }).nullable(),
    sent: z.string().meta({ description: 'What was sent to the model, whole' }),
    model: z.string(),
    install: z
      .string()
      .nullable()
      .meta({ description: 'The installation that makes it: `GET /template/install/{id}`' }),
  })
  .meta({ id: 'Build' });

/** Until an answer comes nobody knows how long it takes: the bar creeps, and never stands at its end. */
const usualMs = 60_000;
const mostProgress = 92;

const partsOf = ({ tables, apps }: Proposal): z.output<typeof part>[] => [
  ...tables.map((table) => ({
    id: `table:${table.key}`,
    kind: 'table' as const,
    label: table.label,
    color: table.color ?? null,
    fields: table.fields.map(({ name, type }) => ({ name, type })),
    records: table.records.length,
    views: table.views.length,
    blocks: 0,
    needs: needsOf(table).filter((id) => id !== `table:${table.key}`),
  })),
  ...apps.map((app) => ({
    id: `app:${app.key}`,
    kind: 'app' as const,
    label: app.label,
    color: app.color ?? null,
    fields: [],
    records: 0,
    views: 0,
    blocks: app.blocks.length,
    needs: [...needsOf(app)],
  })),
];

const wire = (build: Build, now: number): z.output<typeof buildSchema> => {
  const proposal = build.state === 'proposed' ? (JSON.parse(build.proposalJson) as Proposal) : undefined;
  const elapsed = (now - build.at) / usualMs;
  return {
    operationId: build.id,
    description: build.description,
    state: build.state,
    progress: build.state === 'running' ? Math.floor(mostProgress * (1 - Math.exp(-2 * Math.max(0, elapsed)))) : 100,
    proposal:
      proposal === undefined
        ? null
        : { name: proposal.name, description: proposal.description, parts: partsOf(proposal) },
    success_msg: proposal === undefined ? null : `${proposal.name} is ready.`,
    error: build.code === '' ? null : { id: build.code, message: build.message },
    sent: build.sentJson,
    model: build.model,
    install: build.operationId === '' ? null : build.operationId,
  };
};

/** Apps from a description: a model proposes, a person accepts, and then it is made as a template is. */
export const builderRoutes = ({
  builds,
  installs,
  directory,
  store,
  clock,
}: {
  readonly builds: Builds;
  readonly installs: Installs;
  readonly directory: Directory;
  readonly store: AppsStore;
  readonly clock: Clock;
}): RouteSet => {
  const own = async (actor: Actor, id: string): Promise<Build> => {
    const build = await builds.find(actor.organizationId, id);
    if (build === undefined || build.userId !== userOf(actor)) throw notFound('build_not_found');
    return build;
  };
  const may = (actor: Actor): void => {
    requireRight(actor, 'templates.install');
    requireRight(actor, 'tables.create');
  };
  const params = z.strictObject({ id: z.string().max(80) });

  return [
    route({
      method: 'get',
      path: '/builder/create-app',
      tag,
      summary: 'Whether the AI builder can be asked',
      description: 'Which model the operator set, and whether the organization has switched AI on.',
      access: 'api',
      allows: 'templates.install',
      responses: { 200: z.strictObject({ model: z.string().nullable(), on: z.boolean() }) },
      handle: async ({ actor }) => {
        may(actor);
        const { ai } = await directory.facts(actor);
        return { body: { model: builds.model ?? null, on: ai } };
      },
    }),
    route({
      method: 'post',
      path: '/builder/create-app',
      tag,
      summary: 'Ask the AI builder for an app',
      description:
        'A description of three words or more, and texts beside it. Answers at once: the proposal comes at `GET /builder/create-app/{id}`. Nothing is made before it is accepted.',
      access: 'api',
      allows: 'templates.install',
      cost: 20,
      body: z.strictObject({
        description: z.string().max(4000),
        attachments: z.array(z.string().max(20_000)).max(5).optional(),
      }),
      refuses: refuses('ai.busy', 'ai.no_model', 'ai.off', 'ai.too_short'),
      responses: { 202: buildSchema },
      handle: async ({ actor, body: { description, attachments = [] }, meta }) => {
        may(actor);
        if (!isLongEnough(description)) throw invalid('ai.too_short');
        return { status: 202, body: wire(await builds.start(description, attachments, meta), clock()) };
      },
    }),
    route({
      method: 'get',
      path: '/builder/create-app/{id}',
      tag,
      summary: 'How far a proposal is',
      description: 'With the proposal once it is there, and with everything that was sent to the model.',
      access: 'api',
      allows: 'templates.install',
      params,
      refuses: refuses('build_not_found'),
      responses: { 200: buildSchema },
      handle: async ({ actor, params: { id } }) => {
        may(actor);
        return { body: wire(await own(actor, id), clock()) };
      },
    }),
    route({
      method: 'post',
      path: '/builder/create-app/{id}/accept',
      tag,
      summary: 'Accept a proposal, whole or without some of its parts',
      description: 'Makes it as one operation, which `POST /v3/undo/apps.{install}` takes back.',
      access: 'api',
      allows: 'templates.install',
      params,
      body: z.strictObject({ without: z.array(z.string().max(60)).max(50).optional() }),
      refuses: refuses('ai.closed', 'ai.needed', 'ai.not_proposed', 'build_not_found', 'templates.too_many'),
      responses: { 202: buildSchema },
      handle: async ({ actor, params: { id }, body: { without = [] }, meta }) => {
        may(actor);
        const build = await own(actor, id);
        if (build.state !== 'proposed') throw conflict(build.state === 'accepted' ? 'ai.closed' : 'ai.not_proposed');
        const chosen = withoutParts(JSON.parse(build.proposalJson) as Proposal, without);
        const { timezone } = await directory.facts(actor);
        const template = templateOfProposal(chosen, wallOf(clock(), timezone).date);
        if (chosen.tables.length === 0 || faultsOf(template).length > 0) throw invalid('ai.needed');
        const key = `accept:${id}`;
        const install = await installs.start(template, true, { ...meta, idempotencyKey: key, requestHash: key });
        await store.execute(
          { type: 'closeBuild', payload: { buildId: id, operationId: install.id } },
          { ...meta, idempotencyKey: undefined, requestHash: undefined },
        );
        return {
          status: 202,
          body: wire(await own(actor, id), clock()),
          headers: { 'tessera-operation': install.id },
        };
      },
    }),
    route({
      method: 'delete',
      path: '/builder/create-app/{id}',
      tag,
      summary: 'Drop a proposal, or stop asking for one',
      description: 'Nothing was made of it.',
      access: 'api',
      allows: 'templates.install',
      params,
      refuses: refuses('ai.closed', 'build_not_found'),
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id }, meta }) => {
        may(actor);
        await own(actor, id);
        await store.execute({ type: 'closeBuild', payload: { buildId: id, operationId: '' } }, meta);
        return { status: 204 };
      },
    }),
  ];
};
