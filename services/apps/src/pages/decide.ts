import { read, type Actor, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { event, pageStream, type AppsEvent } from '../events.ts';
import { blocksIn, sameBlocks, withBlock, type PageBlock } from './blocks.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { DocPage, PageParts } from './evolve.ts';
import { faultOf, mostContentLength } from './schema.ts';
import { bytesOf, rewritten, written } from './together.ts';

/** Of an app and of a page alike. */
const mostBlocks = 200;

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

/** Whether somebody gives a page its title: who may do all with it, and who began it. */
export const mayName = (actor: Actor, { id, createdBy }: Pick<DocPage, 'id' | 'createdBy'>): boolean =>
  can(actor, 'pages.name', id).allow || createdBy === actor.id || createdBy === userOf(actor);

/** Throws where somebody may not make this of a page: its name, its text and its blocks are rights of their own. */
export const requireParts = (actor: Actor, state: DocPage, page: PageParts): void => {
  requireRight(actor, 'pages.edit', state.id);
  const named = page.title === state.title && page.icon === state.icon;
  if (!named && !mayName(actor, state)) requireRight(actor, 'pages.name', state.id);
  if (!sameBlocks(state.contentJson, page.contentJson)) requireRight(actor, 'pages.block', state.id);
};

export const createPage: Handler<Named & { readonly page: PageParts }> = {
  load,
  decide: ({ pageId, page }, known, { meta }) => {
    requireRight(meta.actor, 'pages.create');
    if (known.state !== undefined) return { events: [] };
    if (blocksIn(page.contentJson).length > 0) requireRight(meta.actor, 'pages.block', pageId);
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
    requireParts(meta.actor, state, page);
    return { events: [next(pageId, known, pageChange(state, page))] };
  },
  answer: done,
};

/** Puts a block below everything that a page says; the same one again is there already. */
export const addPageBlock: Handler<Named & { readonly block: PageBlock }> = {
  load,
  decide: ({ pageId, block }, known, { meta }) => {
    requireSeen(meta.actor, pageId);
    requireRight(meta.actor, 'pages.block', pageId);
    const { state } = known;
    if (state === undefined || state.archived !== undefined) throw notFound('page_not_found');
    const blocks = blocksIn(state.contentJson);
    if (blocks.some(({ blockId }) => blockId === block.blockId)) return { events: [] };
    if (blocks.length >= mostBlocks) throw conflict('pages.too_many_blocks');
    const page = { ...partsOf(state), contentJson: withBlock(state.contentJson, block) };
    if (page.contentJson.length > mostContentLength) throw invalid('pages.too_large');
    return { events: [next(pageId, known, pageChange(state, page))] };
  },
  answer: done,
};

/** That a page is another one from now on, its text for those as well who are writing it. */
export const pageChange = (state: DocPage, page: PageParts): AppsEvent =>
  event('pageChanged', {
    pageId: state.id,
    page,
    before: partsOf(state),
    update: page.contentJson === state.contentJson ? new Uint8Array() : rewritten(state, page.contentJson),
  });

/** An update of yjs that changes nothing. */
const nothing = new Uint8Array([0, 0]);

/** As yjs keeps a text at most, with what was deleted in it; as base64. */
const mostTogether = 5 * 1024 * 1024;

/**
 * Writes a piece of the text. What others write meanwhile stays: pieces find their place. Whoever sends a piece twice
 * changes nothing. The piece is an update of yjs, as base64.
 */
export const writePage: Handler<Named & { readonly update: string; readonly endsVersion: boolean }> = {
  load,
  decide: ({ pageId, update, endsVersion }, known, { meta }) => {
    requireSeen(meta.actor, pageId);
    requireRight(meta.actor, 'pages.edit', pageId);
    const { state } = known;
    if (state === undefined || state.archived !== undefined) throw notFound('page_not_found');
    let found: ReturnType<typeof written>;
    try {
      found = written(state, bytesOf(update));
    } catch {
      throw invalid('pages.update_invalid');
    }
    if (found === 'apart') throw conflict('pages.apart');
    if (found === 'same') {
      const ends = endsVersion && state.writing !== undefined && state.writing.ended === undefined;
      return {
        events: ends ? [next(pageId, known, event('pageWritten', { pageId, update: nothing, endsVersion }))] : [],
      };
    }
    const { contentJson, together } = found.text;
    if (contentJson.length > mostContentLength || together.length > mostTogether) throw invalid('pages.too_large');
    if (faultOf(JSON.parse(contentJson)) !== undefined) throw invalid('pages.update_invalid');
    if (blocksIn(contentJson).length > mostBlocks) throw conflict('pages.too_many_blocks');
    requireParts(meta.actor, state, { ...partsOf(state), contentJson });
    return { events: [next(pageId, known, event('pageWritten', { pageId, update: found.update, endsVersion }))] };
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
