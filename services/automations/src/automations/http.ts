import { findAll } from '@tessera/document-store/pages';
import { newId, isId, type Actor } from '@tessera/kernel';
import { mostProgramBytes, shapeIssues, type Program } from '@tessera/proto/automations';
import { can, requireRight } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Tables } from '../access/tables.ts';
import { conflict, invalid, notFound, refuses } from '../refusals.ts';
import type { LogDocument } from '../runs/projection.ts';
import type { AutomationsStore } from '../store.ts';
import { draftOf, programOf } from './evolve.ts';
import { createIssues } from './issues.ts';
import type { AutomationDocument, VersionDocument } from './projection.ts';
import { automationSchema, entrySchema, stepsSchema, triggerSchema, wireAutomation, wireEntry } from './wire.ts';

const tag = 'Automations';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const params = z.strictObject({ id });
const ofOne = refuses('automation_not_found');
const etag = 'The revision of the automation: it rises with each change of it.';
export const draftSchema = z.strictObject({
  label: z.string().trim().min(1).max(120),
  trigger: triggerSchema,
  steps: stepsSchema,
});
/** Of the last runs, by which a list says that it is failing. */
const lastRuns = 5;

export type AutomationPorts = Pick<ServicePorts, 'documents'> & {
  readonly store: AutomationsStore;
  readonly tables: Tables;
  readonly directory: Directory;
  readonly wake: (organizationId: string) => void;
};

/** Finds one for whoever manages automations. */
export const createFind =
  ({ documents }: Pick<ServicePorts, 'documents'>) =>
  async (actor: Actor, automationId: string): Promise<AutomationDocument> => {
    const found = await documents.get<AutomationDocument>(actor.organizationId, 'automations', automationId);
    if (found === undefined || found.archived !== undefined || !can(actor, 'automations.manage').allow)
      throw notFound('automation_not_found');
    return found;
  };

export const revisionOf = (headers: Readonly<Record<string, string | undefined>>): number | undefined => {
  const header = headers['if-match']?.trim();
  if (header === undefined || header === '*') return undefined;
  const revision = /^(?:W\/)?"(\d{1,15})"$/.exec(header)?.[1];
  if (revision === undefined) throw invalid('request.if_match');
  return Number(revision);
};

/** A draft that can be kept. Parts that are not complete yet may be; how it is put together must hold. */
export const checkedDraft = ({ label, trigger, steps }: z.output<typeof draftSchema>) => {
  const program: Program = { trigger, steps };
  if (JSON.stringify(program).length > mostProgramBytes)
    throw invalid('automations.malformed', 'An automation has at most 200,000 characters.');
  const issues = shapeIssues(program);
  if (issues.length > 0) throw invalid('automations.malformed', { issues });
  return draftOf(label, program);
};

/** Automations, their drafts and versions. */
export const automationRoutes = (ports: AutomationPorts): RouteSet => {
  const { documents, store, directory, wake } = ports;
  const find = createFind(ports);
  const issuesFor = createIssues(ports);

  const answered = async (actor: Actor, automationId: string, commitId: string | undefined, status = 200) => {
    const found = await find(actor, automationId);
    const issues = await issuesFor(actor.organizationId, found.ownerId, programOf(found.draft));
    return {
      status,
      body: wireAutomation(actor, found, issues),
      headers: { etag: `"${found.revision}"`, ...(commitId !== undefined && { 'tessera-commit': commitId }) },
    };
  };

  return [
    route({
      method: 'get',
      path: '/v3/automations',
      tag,
      summary: 'The automations of the organization, by name',
      description: 'With the last run of each.',
      access: 'api',
      allows: 'automations.manage',
      responses: { 200: z.strictObject({ automations: z.array(entrySchema) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'automations.manage');
        const { organizationId } = actor;
        const all = await findAll<AutomationDocument>(documents, organizationId, 'automations', {}, (one) => one.id);
        const live = all.filter(({ archived }) => archived === undefined);
        const last = await Promise.all(
          live.map(({ id: automationId }) =>
            documents.find<LogDocument>(organizationId, 'runlog', { automationId }, lastRuns),
          ),
        );
        const automations = live
          .map((one, place) => wireEntry(actor, one, last[place]!))
          .toSorted((a, b) => a.label.localeCompare(b.label, 'en') || (a.id < b.id ? -1 : 1));
        return { body: { automations } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/automations',
      tag,
      etag,
      summary: 'Make an automation',
      description:
        'It is a draft that is off, and yours: it will run with your rights. `issues` says what is missing before it can be published. A value is a literal, or `{"ref": "trigger.record.<fieldId>"}` or `{"ref": "steps.<id>.<path>"}`.',
      access: 'api',
      allows: 'automations.manage',
      feature: 'manageAutomations',
      body: draftSchema,
      refuses: refuses('automations.malformed', 'automation_not_found'),
      responses: { 201: automationSchema },
      handle: async ({ actor, body: sent, meta }) => {
        const payload = { automationId: newId(), draft: checkedDraft(sent) };
        const { answer, commitId } = await store.execute({ type: 'createAutomation', payload }, meta);
        return answered(actor, answer.id, commitId, 201);
      },
    }),
    route({
      method: 'get',
      path: '/v3/automations/{id}',
      tag,
      etag,
      summary: 'An automation as its draft has it',
      description: '`issues` names the step and the part that is missing or wrong.',
      access: 'api',
      allows: 'automations.manage',
      params,
      refuses: ofOne,
      responses: { 200: automationSchema },
      handle: async ({ actor, params: { id: automationId } }) => answered(actor, automationId, undefined),
    }),
    route({
      method: 'put',
      path: '/v3/automations/{id}',
      tag,
      etag,
      summary: 'Change the draft',
      description: 'What runs stays as it is until the draft is published. Send the ETag that you saw as `If-Match`.',
      access: 'api',
      allows: 'automations.change',
      feature: 'manageAutomations',
      params,
      body: draftSchema,
      refuses: refuses('automation_not_found', 'automations.malformed', 'automations.stale', 'request.if_match'),
      responses: { 200: automationSchema },
      handle: async ({ actor, params: { id: automationId }, body: sent, meta, headers }) => {
        const payload = { automationId, draft: checkedDraft(sent), revision: revisionOf(headers) };
        const { commitId } = await store.execute({ type: 'changeAutomation', payload }, meta);
        return answered(actor, automationId, commitId);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/automations/{id}',
      tag,
      summary: 'Put an automation into the trash',
      description: 'Nothing starts it there. It comes back with `POST /v3/automations/{id}/restore`, or by undo.',
      access: 'api',
      allows: 'automations.change',
      params,
      refuses: ofOne,
      responses: { 204: 'empty' },
      handle: async ({ params: { id: automationId }, meta }) => {
        const { commitId } = await store.execute({ type: 'archiveAutomation', payload: { automationId } }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/automations/{id}/restore',
      tag,
      etag,
      summary: 'Take an automation out of the trash',
      description: 'On or off as it was.',
      access: 'api',
      allows: 'automations.change',
      feature: 'manageAutomations',
      params,
      body: z.strictObject({}),
      refuses: refuses('automation_not_found', 'automations.not_in_trash'),
      responses: { 200: automationSchema },
      handle: async ({ actor, params: { id: automationId }, meta }) => {
        const { commitId } = await store.execute({ type: 'restoreAutomation', payload: { automationId } }, meta);
        return answered(actor, automationId, commitId);
      },
    }),
    route({
      method: 'post',
      path: '/v3/automations/{id}/publish',
      tag,
      etag,
      summary: 'Let the draft run',
      description: 'It becomes the next version. Runs that are under way keep theirs.',
      access: 'api',
      allows: 'automations.change',
      feature: 'manageAutomations',
      params,
      body: z.strictObject({}),
      refuses: refuses(
        'automation_not_found',
        'automations.not_ready',
        'automations.nothing_to_publish',
        'automations.stale',
      ),
      responses: { 200: automationSchema },
      handle: async ({ actor, params: { id: automationId }, meta }) => {
        const found = await find(actor, automationId);
        const issues = await issuesFor(actor.organizationId, found.ownerId, programOf(found.draft));
        if (issues.length > 0) throw conflict('automations.not_ready', { issues });
        const payload = { automationId, revision: found.revision };
        const { commitId } = await store.execute({ type: 'publishAutomation', payload }, meta);
        return answered(actor, automationId, commitId);
      },
    }),
    route({
      method: 'post',
      path: '/v3/automations/{id}/enabled',
      tag,
      etag,
      summary: 'Switch an automation on or off',
      description: 'It starts by what happens from then on. What is under way ends.',
      access: 'api',
      allows: 'automations.change',
      feature: 'manageAutomations',
      params,
      body: z.strictObject({ enabled: z.boolean() }),
      refuses: refuses('automation_not_found', 'automations.not_published', 'automations.not_ready'),
      responses: { 200: automationSchema },
      handle: async ({ actor, params: { id: automationId }, body: { enabled }, meta }) => {
        const found = await find(actor, automationId);
        if (enabled && found.published !== undefined) {
          const issues = await issuesFor(actor.organizationId, found.ownerId, programOf(found.published.draft));
          if (issues.length > 0) throw conflict('automations.not_ready', { issues });
        }
        const payload = { automationId, enabled };
        const { commitId } = await store.execute({ type: 'switchAutomation', payload }, meta);
        wake(actor.organizationId);
        return answered(actor, automationId, commitId);
      },
    }),
    route({
      method: 'put',
      path: '/v3/automations/{id}/owner',
      tag,
      etag,
      summary: 'Give an automation to somebody else',
      description: 'It runs with their rights from then on, and is off until they switch it on.',
      access: 'api',
      allows: 'automations.change',
      feature: 'manageAutomations',
      params,
      body: z.strictObject({ userId: id }),
      refuses: refuses('automation_not_found', 'automations.owner_unknown'),
      responses: { 200: automationSchema },
      handle: async ({ actor, params: { id: automationId }, body: { userId }, meta }) => {
        const { everyone } = await directory.facts(actor);
        const isActive = everyone.some((one) => one.id === userId && one.active);
        const payload = { automationId, ownerId: userId, isActive };
        const { commitId } = await store.execute({ type: 'giveAutomation', payload }, meta);
        return answered(actor, automationId, commitId);
      },
    }),
    route({
      method: 'get',
      path: '/v3/automations/{id}/versions',
      tag,
      summary: 'What was published, the newest first',
      description: 'Each version can be put into the draft.',
      access: 'api',
      allows: 'automations.manage',
      params,
      refuses: ofOne,
      responses: {
        200: z.strictObject({
          versions: z.array(z.strictObject({ version: z.number(), at: z.string(), by: z.string(), label: z.string() })),
        }),
      },
      handle: async ({ actor, params: { id: automationId } }) => {
        await find(actor, automationId);
        const kept = await findAll<VersionDocument>(
          documents,
          actor.organizationId,
          'versions',
          { automationId },
          (one) => `${one.automationId}.${one.version}`,
        );
        const versions = kept
          .toSorted((a, b) => b.version - a.version)
          .map(({ version, at, by, draft }) => ({ version, at: new Date(at).toISOString(), by, label: draft.label }));
        return { body: { versions } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/automations/{id}/versions/{version}/restore',
      tag,
      etag,
      summary: 'Put a version that was published into the draft',
      description: 'It runs once it is published again. Undo brings the draft of before back.',
      access: 'api',
      allows: 'automations.change',
      feature: 'manageAutomations',
      params: z.strictObject({ id, version: z.string().regex(/^[1-9]\d{0,8}$/, 'not a version') }),
      body: z.strictObject({}),
      refuses: refuses('automation_not_found', 'automations.version_not_found'),
      responses: { 200: automationSchema },
      handle: async ({ actor, params: { id: automationId, version }, meta }) => {
        const payload = { automationId, version: Number(version) };
        const { commitId } = await store.execute({ type: 'takeVersion', payload }, meta);
        return answered(actor, automationId, commitId);
      },
    }),
  ];
};
