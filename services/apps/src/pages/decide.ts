import { read, type Actor, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import { event, pageStream, type AppsEvent } from '../events.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { DocPage, PageParts } from './evolve.ts';

type Known = Snapshot<DocPage | undefined>;
type Named = { readonly pageId: string };
type Done = { readonly id: string };
type Handler<C extends Named> = CommandHandler<C, Known, AppsEvent, Done>;

function* done({ pageId }: Named): Loading<Done> {
  return { id: pageId };
}
const load = ({ pageId }: Named): Loading<Known> => read.snapshot<DocPage | undefined>(pageStream(pageId));

const next = (pageId: string, { version }: Known, change: AppsEvent): DecidedEvent<AppsEvent> => ({
  event: change,
  advances: [{ stream: pageStream(pageId), version: version + 1 }],
});

/** A page that somebody may not see is not there for them. */
const requireSeen = (actor: Actor, pageId: string): void => {
  if (!can(actor, 'pages.view', pageId).allow) throw notFound('page_not_found');
};

export const partsOf = ({ title, icon, contentJson }: PageParts): PageParts => ({ title, icon, contentJson });

export const createPage: Handler<Named & { readonly page: PageParts }> = {
  load,
  decide: ({ pageId, page }, known, { meta }) => {
    requireRight(meta.actor, 'pages.create');
    if (known.state !== undefined) return { events: [] };
    return { events: [next(pageId, known, event('pageCreated', { pageId, page }))] };
  },
  answer: done,
};

/** Changes parts of a page. Whoever names the version that they saw changes no other one. */
export const changePage: Handler<
  Named & {
    readonly parts: { readonly [Part in keyof PageParts]?: PageParts[Part] | undefined };
    readonly seen?: number | undefined;
  }
> = {
  load,
  decide: ({ pageId, parts, seen }, known, { meta }) => {
    requireSeen(meta.actor, pageId);
    requireRight(meta.actor, 'pages.edit', pageId);
    const { state, version } = known;
    if (state === undefined || state.archived !== undefined) throw notFound('page_not_found');
    if (seen !== undefined && seen !== version && parts.contentJson !== undefined)
      throw conflict('pages.changed', { version });
    const before = partsOf(state);
    const page = {
      title: parts.title ?? before.title,
      icon: parts.icon ?? before.icon,
      contentJson: parts.contentJson ?? before.contentJson,
    };
    if (JSON.stringify(page) === JSON.stringify(before)) return { events: [] };
    return { events: [next(pageId, known, event('pageChanged', { pageId, page, before }))] };
  },
  answer: done,
};

/** Puts a page into the trash. */
export const archivePage: Handler<Named> = {
  load,
  decide: ({ pageId }, known, { meta }) => {
    requireSeen(meta.actor, pageId);
    requireRight(meta.actor, 'pages.delete', pageId);
    const { state } = known;
    if (state === undefined) throw notFound('page_not_found');
    if (state.archived !== undefined) return { events: [] };
    return { events: [next(pageId, known, event('pageArchived', { pageId, title: state.title }))] };
  },
  answer: done,
};

/** Brings a page back from the trash. */
export const restorePage: Handler<Named> = {
  load,
  decide: ({ pageId }, known, { meta }) => {
    requireSeen(meta.actor, pageId);
    requireRight(meta.actor, 'pages.delete', pageId);
    const { state } = known;
    if (state === undefined) throw notFound('page_not_found');
    if (state.archived === undefined) throw invalid('pages.not_in_trash');
    return { events: [next(pageId, known, event('pageRestored', { pageId, title: state.title }))] };
  },
  answer: done,
};
