import { read, type Actor, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import {
  blockType,
  grids,
  issueOfBottomNav,
  issueOfMenuBar,
  without,
  type Bars,
  type MenuBar,
  type TopBar,
  type Grid,
  type Size,
} from '@tessera/proto/blocks';
import { can, requireRight } from '@tessera/proto/rights';
import { requireBlockFeature, requireOwnPhone } from './features.ts';
import { appStream, event, type AppsEvent } from '../events.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import {
  noBars,
  plain,
  wireOfDraft,
  type App,
  type AppBars,
  type AppDraft,
  type Appearance,
  type Block,
  type Name,
  type Place,
  type Places,
} from './evolve.ts';
import { changesOf, placeAtEnd, settled } from './layout.ts';
import type { VersionDocument } from './projection.ts';
import { versionId } from './projection.ts';

export const mostBlocks = 200;

type Known = Snapshot<App | undefined>;
type Named = { readonly appId: string };
/** What commands answer: the app is read from the model. */
type Done = { readonly id: string };
type Handler<C extends Named, S = Known> = CommandHandler<C, S, AppsEvent, Done>;

function* done(id: string): Loading<Done> {
  return { id };
}
const loadApp = ({ appId }: Named): Loading<Known> => read.snapshot<App | undefined>(appStream(appId));

/** The app as somebody may change it; what they may not open is not there. */
export const editable = (actor: Actor, { state }: Known): App => {
  if (state === undefined || state.archived !== undefined || !can(actor, 'apps.open', state.id).allow)
    throw notFound('app_not_found');
  requireRight(actor, 'apps.edit', state.id);
  return state;
};

const advanced = (known: Known, appId: string, ...events: readonly AppsEvent[]): readonly DecidedEvent<AppsEvent>[] =>
  events.map((one, at) => ({ event: one, advances: [{ stream: appStream(appId), version: known.version + at + 1 }] }));

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A block whose configuration names other blocks, with the names that those have in a copy. */
const withBlocksNamed = (block: Block, ids: ReadonlyMap<string, string>): Block => {
  const naming = Object.entries(blockType(block.type)?.config ?? {}).filter(([, { of }]) => of === 'blocks');
  if (naming.length === 0) return block;
  const config = JSON.parse(block.configJson) as Record<string, unknown>;
  for (const [name] of naming) {
    const named = config[name];
    if (Array.isArray(named)) config[name] = named.flatMap((id) => ids.get(String(id)) ?? []);
  }
  return { ...block, configJson: JSON.stringify(config) };
};

/** The bars of a copy lead to the copy where those of the source lead to the source. */
const barsOfCopy = (bars: AppBars, from: string, to: string): AppBars => ({
  topBarJson: bars.topBarJson.replaceAll(`"${from}"`, `"${to}"`),
  bottomNavJson: bars.bottomNavJson.replaceAll(`"${from}"`, `"${to}"`),
  menuBarJson: bars.menuBarJson.replaceAll(`"${from}"`, `"${to}"`),
});

type Create = Named & {
  readonly name: Name;
  readonly from?: string | undefined;
  /** Blocks that it begins with, where they stand, and that members see them at once. */
  readonly whole?: { readonly blocks: readonly Block[]; readonly desktop: readonly Place[] } | undefined;
};

/** Makes an app: an empty one, one with the blocks of the draft of another, or one that is whole and published. */
export const createApp: Handler<Create, { readonly known: Known; readonly from: Known | undefined }> = {
  load: function* ({ appId, from }) {
    const known = yield* read.snapshot<App | undefined>(appStream(appId));
    return { known, from: from === undefined ? undefined : yield* read.snapshot<App | undefined>(appStream(from)) };
  },
  decide: ({ appId, name, from: fromId, whole }, { known, from }, { meta, newId }) => {
    requireRight(meta.actor, 'apps.create');
    if (known.state !== undefined) return { events: [] };
    if ((whole?.blocks.length ?? 0) > mostBlocks) throw conflict('apps.too_many_blocks');
    const blocks = [...(whole?.blocks ?? [])];
    const nowhere: Places = { desktop: [], mobile: [] };
    const desktop = settled({ blocks, places: nowhere }, 'desktop', whole?.desktop ?? []);
    let draft: AppDraft = {
      name,
      appearance: plain,
      blocks,
      places: { desktop: [...desktop], mobile: [] },
      bars: noBars,
    };
    if (fromId !== undefined) {
      const source = editable(meta.actor, from ?? { version: 0, state: undefined }).draft;
      for (const { type } of source.blocks) requireBlockFeature(meta.actor, type);
      if (source.places.mobile.length > 0) requireOwnPhone(meta.actor);
      const ids = new Map(source.blocks.map(({ id }) => [id, newId()]));
      const renamed = (places: readonly Place[]): Place[] =>
        places.flatMap((one) => (ids.has(one.id) ? [{ ...one, id: ids.get(one.id)! }] : []));
      draft = {
        name,
        appearance: source.appearance,
        blocks: source.blocks.map((block) => withBlocksNamed({ ...block, id: ids.get(block.id)! }, ids)),
        places: { desktop: renamed(source.places.desktop), mobile: renamed(source.places.mobile) },
        bars: barsOfCopy(source.bars, fromId, appId),
      };
    }
    const published = whole === undefined ? [] : [event('appPublished', { appId, version: 1 })];
    return { events: advanced(known, appId, event('appCreated', { appId, draft: wireOfDraft(draft) }), ...published) };
  },
  answer: ({ appId }) => done(appId),
};

/** Names an app, or changes what it looks like around its blocks; what is absent stays. */
export const changeApp: Handler<
  Named & { readonly name?: Partial<Name> | undefined; readonly appearance?: Partial<Appearance> | undefined }
> = {
  load: loadApp,
  decide: ({ appId, name, appearance }, known, { meta }) => {
    const { draft } = editable(meta.actor, known);
    const named = { ...draft.name, ...name };
    const looks = { ...draft.appearance, ...appearance };
    if (looks.tabletFollowsMobileLayout && !draft.appearance.tabletFollowsMobileLayout) requireOwnPhone(meta.actor);
    return {
      events: advanced(
        known,
        appId,
        ...(same(named, draft.name) ? [] : [event('appRenamed', { appId, name: named, before: draft.name })]),
        ...(same(looks, draft.appearance)
          ? []
          : [event('appAppearanceChanged', { appId, appearance: looks, before: draft.appearance })]),
      ),
    };
  },
  answer: ({ appId }) => done(appId),
};

const barIn = (json: string): TopBar | MenuBar | null => (json === '' ? null : (JSON.parse(json) as TopBar | MenuBar));

/** Whether a bar has the logo that it had, or none. */
const keepsLogo = (bar: TopBar | MenuBar | null | undefined, before: string): boolean =>
  !bar || (bar.logo ?? null) === null || bar.logo === barIn(before)?.logo;

/** Of a bar as JSON at most. */
const mostBarLength = 60_000;

/** Puts bars around an app, replaces or removes them; a bar that is absent stays, null takes one away. */
export const changeBars: Handler<Named & { readonly bars: { readonly [Bar in keyof Bars]?: Bars[Bar] | undefined } }> =
  {
    load: loadApp,
    decide: ({ appId, bars }, known, { meta }) => {
      const { draft } = editable(meta.actor, known);
      const issue =
        (bars.bottom_nav ? issueOfBottomNav(bars.bottom_nav, appId) : undefined) ??
        (bars.menu_bar ? issueOfMenuBar(bars.menu_bar) : undefined);
      if (issue === 'apps.bar_without_app')
        throw invalid(issue, `The app "${draft.name.label}" must be in the navigation bar`, {
          appName: draft.name.label,
        });
      if (issue !== undefined) throw invalid(issue);
      if (!keepsLogo(bars.top_bar, draft.bars.topBarJson) || !keepsLogo(bars.menu_bar, draft.bars.menuBarJson))
        throw invalid('apps.bar_logo');
      const json = (bar: object | null | undefined, before: string): string =>
        bar === undefined ? before : bar === null ? '' : JSON.stringify(bar);
      const next: AppBars = {
        topBarJson: json(bars.top_bar, draft.bars.topBarJson),
        bottomNavJson: json(bars.bottom_nav, draft.bars.bottomNavJson),
        menuBarJson: json(bars.menu_bar, draft.bars.menuBarJson),
      };
      if (Object.values(next).some((one) => typeof one === 'string' && one.length > mostBarLength))
        throw invalid('apps.bars_too_large');
      if (same(next, draft.bars)) return { events: [] };
      return { events: advanced(known, appId, event('appBarsChanged', { appId, bars: next, before: draft.bars })) };
    },
    answer: ({ appId }) => done(appId),
  };

/** Chooses the logo of a bar that is there. */
export const changeLogo: Handler<Named & { readonly bar: 'top_bar' | 'menu_bar'; readonly logo: string }> = {
  load: loadApp,
  decide: ({ appId, bar, logo }, known, { meta }) => {
    const { draft } = editable(meta.actor, known);
    const part = bar === 'top_bar' ? 'topBarJson' : 'menuBarJson';
    const before = barIn(draft.bars[part]);
    if (before === null) throw notFound('apps.bar_not_found');
    const next: AppBars = { ...draft.bars, [part]: JSON.stringify({ ...before, logo }) };
    if (next[part].length > mostBarLength) throw invalid('apps.bars_too_large');
    if (same(next, draft.bars)) return { events: [] };
    return { events: advanced(known, appId, event('appBarsChanged', { appId, bars: next, before: draft.bars })) };
  },
  answer: ({ appId }) => done(appId),
};

type Add = Named & {
  readonly block: Block;
  readonly desktop?: Omit<Place, 'id'> | undefined;
  readonly mobile?: Omit<Place, 'id'> | undefined;
  /** In columns and rows of the desktop, for a block without a place. */
  readonly size?: Size | undefined;
};

/** Puts a block into the draft; what it covers moves down. */
export const addBlock: Handler<Add> = {
  load: loadApp,
  decide: ({ appId, block, desktop, mobile, size }, known, { meta }) => {
    const { draft } = editable(meta.actor, known);
    if (draft.blocks.some(({ id }) => id === block.id)) return { events: [] };
    requireBlockFeature(meta.actor, block.type, JSON.parse(block.configJson) as object);
    if (mobile !== undefined) requireOwnPhone(meta.actor);
    if (draft.blocks.length >= mostBlocks) throw conflict('apps.too_many_blocks');
    if (blockType(block.type)?.once === true && draft.blocks.some(({ type }) => type === block.type))
      throw conflict('apps.block_once');
    const next = { ...draft, blocks: [...draft.blocks, block] };
    const place = desktop === undefined ? placeAtEnd(draft, block.id, block.type, size) : { ...desktop, id: block.id };
    const places: Places = {
      desktop: settled(next, 'desktop', [place]),
      // A phone has a layout of its own only once somebody made one.
      mobile:
        mobile !== undefined
          ? settled(next, 'mobile', [{ ...mobile, id: block.id }])
          : draft.places.mobile.length > 0
            ? settled(next, 'mobile', [
                {
                  id: block.id,
                  x: 0,
                  y: Math.max(0, ...draft.places.mobile.map((one) => one.y + one.h)),
                  w: grids.mobile,
                  h: place.h,
                },
              ])
            : [],
    };
    return {
      events: advanced(known, appId, event('blockAdded', { appId, block, ...changesOf(draft.places, places) })),
    };
  },
  answer: ({ block }) => done(block.id),
};

type Configure = Named & { readonly blockId: string; readonly config: Readonly<Record<string, unknown>> };

/** The configuration with some of its parts replaced; null takes one away. */
export const merged = (
  before: Readonly<Record<string, unknown>>,
  parts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries({ ...before, ...parts }).filter(([, value]) => value !== null));

/** Changes parts of a block's configuration; two builders who change different parts are both heard. */
export const configureBlock: Handler<Configure> = {
  load: loadApp,
  decide: ({ appId, blockId, config }, known, { meta }) => {
    const { draft } = editable(meta.actor, known);
    const before = draft.blocks.find(({ id }) => id === blockId);
    if (before === undefined) throw notFound('block_not_found');
    const kept = JSON.parse(before.configJson) as Readonly<Record<string, unknown>>;
    const configJson = JSON.stringify(merged(kept, config));
    if (configJson === before.configJson) return { events: [] };
    requireBlockFeature(meta.actor, before.type, config);
    const block = { ...before, configJson };
    return { events: advanced(known, appId, event('blockConfigured', { appId, block, before })) };
  },
  answer: ({ blockId }) => done(blockId),
};

/** Takes a block out of the draft. */
export const removeBlock: Handler<Named & { readonly blockId: string }> = {
  load: loadApp,
  decide: ({ appId, blockId }, known, { meta }) => {
    const { draft } = editable(meta.actor, known);
    const block = draft.blocks.find(({ id }) => id === blockId);
    if (block === undefined) throw notFound('block_not_found');
    const left = (grid: Grid): readonly Place[] => without(draft.places[grid], blockId);
    const after: Places = { desktop: left('desktop'), mobile: left('mobile') };
    const own = (grid: Grid): Place[] => draft.places[grid].filter(({ id }) => id === blockId);
    const { places, placesBefore } = changesOf(draft.places, after);
    return {
      events: advanced(
        known,
        appId,
        event('blockRemoved', {
          appId,
          block,
          places,
          placesBefore: {
            desktop: [...placesBefore.desktop, ...own('desktop')],
            mobile: [...placesBefore.mobile, ...own('mobile')],
          },
        }),
      ),
    };
  },
  answer: ({ blockId }) => done(blockId),
};

type Put = Named & {
  readonly desktop?: readonly Place[] | undefined;
  readonly mobile?: readonly Place[] | undefined;
};

/** Moves and sizes blocks: one event, however many give way. */
export const placeBlocks: Handler<Put> = {
  load: loadApp,
  decide: ({ appId, desktop, mobile }, known, { meta }) => {
    const { draft } = editable(meta.actor, known);
    if (mobile !== undefined && mobile.length > 0) requireOwnPhone(meta.actor);
    const ids = new Set(draft.blocks.map(({ id }) => id));
    if ([...(desktop ?? []), ...(mobile ?? [])].some(({ id }) => !ids.has(id))) throw notFound('block_not_found');
    const after: Places = {
      desktop: desktop === undefined ? draft.places.desktop : settled(draft, 'desktop', desktop),
      mobile: mobile === undefined ? draft.places.mobile : settled(draft, 'mobile', mobile),
    };
    const changes = changesOf(draft.places, after);
    if (changes.places.desktop.length === 0 && changes.places.mobile.length === 0) return { events: [] };
    return { events: advanced(known, appId, event('blocksPlaced', { appId, ...changes })) };
  },
  answer: ({ appId }) => done(appId),
};

/** Members see the draft as it is now from here on. */
export const publishApp: Handler<Named> = {
  load: loadApp,
  decide: ({ appId }, known, { meta }) => {
    const { draft, published } = editable(meta.actor, known);
    if (published !== undefined && same(published.draft, draft)) throw conflict('apps.nothing_to_publish');
    const version = (published?.version ?? 0) + 1;
    return { events: advanced(known, appId, event('appPublished', { appId, version })) };
  },
  answer: ({ appId }) => done(appId),
};

/** Puts a version that was published into the draft. */
export const takeVersion: Handler<
  Named & { readonly version: number },
  { readonly known: Known; readonly version: VersionDocument | undefined }
> = {
  load: function* ({ appId, version }) {
    const known = yield* read.snapshot<App | undefined>(appStream(appId));
    return { known, version: yield* read.document<VersionDocument>('versions', versionId(appId, version)) };
  },
  decide: ({ appId, version: number }, { known, version }, { meta }) => {
    const { draft } = editable(meta.actor, known);
    if (version === undefined) throw notFound('apps.version_not_found');
    if (same(version.draft, draft)) return { events: [] };
    return {
      events: advanced(
        known,
        appId,
        event('appDraftReplaced', {
          appId,
          version: number,
          draft: wireOfDraft(version.draft),
          before: wireOfDraft(draft),
        }),
      ),
    };
  },
  answer: ({ appId }) => done(appId),
};

/** Puts an app into the trash. */
export const archiveApp: Handler<Named> = {
  load: loadApp,
  decide: ({ appId }, known, { meta }) => {
    const { draft } = editable(meta.actor, known);
    return { events: advanced(known, appId, event('appArchived', { appId, label: draft.name.label })) };
  },
  answer: ({ appId }) => done(appId),
};

/** Brings an app back from the trash. */
export const restoreApp: Handler<Named> = {
  load: loadApp,
  decide: ({ appId }, known, { meta }) => {
    const { state } = known;
    if (state === undefined) throw notFound('app_not_found');
    requireRight(meta.actor, 'apps.edit', appId);
    if (state.archived === undefined) throw invalid('apps.not_in_trash');
    return { events: advanced(known, appId, event('appRestored', { appId, label: state.draft.name.label })) };
  },
  answer: ({ appId }) => done(appId),
};
