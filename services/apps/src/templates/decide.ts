import { read, type CommandHandler, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import { event, installStream, templateStream, type AppsEvent } from '../events.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Install, OwnTemplate } from './evolve.ts';

type Known = Snapshot<Install | undefined>;
type Named = { readonly operationId: string };
type Handler<C extends Named> = CommandHandler<C, Known, AppsEvent, { readonly id: string }>;

const load = ({ operationId }: Named): Loading<Known> => read.snapshot<Install | undefined>(installStream(operationId));
function* done({ operationId }: Named): Loading<{ readonly id: string }> {
  return { id: operationId };
}

export type PlanInstall = Named & {
  readonly slug: string;
  readonly name: string;
  readonly tokenId: string;
  readonly planJson: string;
};

/** Somebody installs a template: from here on it is made, whatever stops meanwhile. */
export const planInstall: Handler<PlanInstall> = {
  load,
  decide: (command, { state, version }, { meta: { actor } }) => {
    requireRight(actor, 'templates.install');
    requireRight(actor, 'tables.create');
    if (state !== undefined) return { events: [] };
    const stream = installStream(command.operationId);
    const planned = event('templateInstallPlanned', { ...command, userId: userOf(actor) });
    return { events: [{ event: planned, advances: [{ stream, version: version + 1 }] }] };
  },
  answer: done,
};

export type EndInstall = Named & { readonly startUrl: string; readonly code: string; readonly message: string };

/** How an installation ended. Whoever made it may have lost their rights meanwhile: it ends all the same. */
export const endInstall: Handler<EndInstall> = {
  load,
  decide: (command, { state, version }) => {
    if (state === undefined) throw notFound('template_not_found');
    if (state.state !== 'running') return { events: [] };
    const stream = installStream(command.operationId);
    return {
      events: [{ event: event('templateInstallEnded', command), advances: [{ stream, version: version + 1 }] }],
    };
  },
  answer: done,
};

type KnownTemplate = Snapshot<OwnTemplate | undefined>;
type NamedTemplate = { readonly templateId: string };
type TemplateHandler<C extends NamedTemplate> = CommandHandler<C, KnownTemplate, AppsEvent, { readonly id: string }>;
const loadTemplate = ({ templateId }: NamedTemplate): Loading<KnownTemplate> =>
  read.snapshot<OwnTemplate | undefined>(templateStream(templateId));
function* templateDone({ templateId }: NamedTemplate): Loading<{ readonly id: string }> {
  return { id: templateId };
}

/** Saves a template that was made of a folder, anew or over the one that is there. */
export const saveTemplate: TemplateHandler<
  NamedTemplate & { readonly name: string; readonly templateJson: string; readonly anew: boolean }
> = {
  load: loadTemplate,
  decide: ({ templateId, name, templateJson, anew }, { state, version }, { meta: { actor } }) => {
    requireRight(actor, 'templates.install');
    requireRight(actor, 'tables.create');
    if (!anew && (state === undefined || state.deleted)) throw notFound('template_not_found');
    if (anew && state !== undefined) throw conflict('templates.exists');
    const beforeJson = state?.templateJson ?? '';
    if (templateJson === beforeJson) return { events: [] };
    const saved = event('templateSaved', { templateId, name, templateJson, beforeJson });
    return { events: [{ event: saved, advances: [{ stream: templateStream(templateId), version: version + 1 }] }] };
  },
  answer: templateDone,
};

/** Takes a template out of the list; what was made by it stays. */
export const deleteTemplate: TemplateHandler<NamedTemplate> = {
  load: loadTemplate,
  decide: ({ templateId }, { state, version }, { meta: { actor } }) => {
    requireRight(actor, 'templates.install');
    requireRight(actor, 'tables.create');
    if (state === undefined || state.deleted) throw notFound('template_not_found');
    const gone = event('templateDeleted', { templateId, name: state.name, templateJson: state.templateJson });
    return { events: [{ event: gone, advances: [{ stream: templateStream(templateId), version: version + 1 }] }] };
  },
  answer: templateDone,
};
