import { read, type Actor, type CommandHandler, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import { event, galleryStream, installStream, templateStream, type AppsEvent } from '../events.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Install, OwnTemplate, Published } from './evolve.ts';

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

/** The template that is there; nobody but its builder has it. */
const own = (state: OwnTemplate | undefined, actor: Actor): OwnTemplate => {
  if (state === undefined || state.deleted || state.builderId !== userOf(actor)) throw notFound('template_not_found');
  return state;
};

export type SaveTemplate = NamedTemplate & {
  readonly name: string;
  readonly templateJson: string;
  readonly anew: boolean;
  readonly publish: boolean;
  readonly folderId: string;
};
/** Saves a template that was made of a folder, anew or over the one that is there. The operator looks at each save. */
export const saveTemplate: TemplateHandler<SaveTemplate> = {
  load: loadTemplate,
  decide: ({ templateId, name, templateJson, anew, publish, folderId }, { state, version }, { meta: { actor } }) => {
    requireRight(actor, 'templates.install');
    requireRight(actor, 'tables.create');
    if (!anew) own(state, actor);
    else if (state !== undefined) throw conflict('templates.exists');
    const beforeJson = state?.templateJson ?? '';
    // What was refused may be asked for again as it is.
    const asks = publish ? state?.review === 'asked' || state?.review === 'approved' : state?.review === 'none';
    if (templateJson === beforeJson && asks) return { events: [] };
    const saved = event('templateSaved', { templateId, name, templateJson, beforeJson, publish, folderId });
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
    const { name, templateJson } = own(state, actor);
    const gone = event('templateDeleted', { templateId, name, templateJson });
    return { events: [{ event: gone, advances: [{ stream: templateStream(templateId), version: version + 1 }] }] };
  },
  answer: templateDone,
};

export type ReviewTemplate = NamedTemplate & {
  readonly approved: boolean;
  readonly reason: string;
  /** Which save was looked at. */
  readonly saves: number;
};
/** What the operator says to a template. */
export const reviewTemplate: TemplateHandler<ReviewTemplate> = {
  load: loadTemplate,
  decide: ({ templateId, approved, reason, saves }, { state, version }, { meta: { actor } }) => {
    requireRight(actor, 'installation.act');
    if (state === undefined || state.deleted || state.review === 'none') throw notFound('template_not_found');
    if (state.saves !== saves) throw conflict('templates.saved_since');
    if (state.review === (approved ? 'approved' : 'refused') && state.reason === reason) return { events: [] };
    const { name, builderId: userId } = state;
    const reviewed = event('templateReviewed', { templateId, name, approved, reason, userId });
    return { events: [{ event: reviewed, advances: [{ stream: templateStream(templateId), version: version + 1 }] }] };
  },
  answer: templateDone,
};

type KnownPublished = Snapshot<Published | undefined>;
type GalleryHandler<C extends NamedTemplate> = CommandHandler<C, KnownPublished, AppsEvent, { readonly id: string }>;
const loadPublished = ({ templateId }: NamedTemplate): Loading<KnownPublished> =>
  read.snapshot<Published | undefined>(galleryStream(templateId));

/** Puts a copy of a template into the gallery, or in the place of the one that is there. */
export const publishTemplate: GalleryHandler<
  NamedTemplate & { readonly organizationId: string; readonly templateJson: string }
> = {
  load: loadPublished,
  decide: (command, { state, version }, { meta: { actor } }) => {
    requireRight(actor, 'installation.act');
    if (state?.templateJson === command.templateJson) return { events: [] };
    const stream = galleryStream(command.templateId);
    return { events: [{ event: event('templatePublished', command), advances: [{ stream, version: version + 1 }] }] };
  },
  answer: templateDone,
};

/** Takes a template out of the gallery; what was installed from it stays. */
export const withdrawTemplate: GalleryHandler<NamedTemplate> = {
  load: loadPublished,
  decide: ({ templateId }, { state, version }, { meta: { actor } }) => {
    requireRight(actor, 'installation.act');
    if (state === undefined) return { events: [] };
    const stream = galleryStream(templateId);
    return {
      events: [{ event: event('templateWithdrawn', { templateId }), advances: [{ stream, version: version + 1 }] }],
    };
  },
  answer: templateDone,
};
