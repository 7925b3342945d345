import {
  read,
  undoHandlers,
  undoneNothing,
  type Actor,
  type Inverses,
  type Loading,
  type Snapshot,
  type StoredCommit,
  type UndoCommand,
  type UndoConflict,
  type Undone,
} from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { appAggregate, draftOf, type App, type AppDraft, type Place, type Places } from '../apps/evolve.ts';
import { changesOf, settled } from '../apps/layout.ts';
import { pageChange, partsOf, requireParts } from '../pages/decide.ts';
import { pageAggregate, type DocPage } from '../pages/evolve.ts';
import {
  appStream,
  event,
  folderStream,
  linkStream,
  pageStream,
  sharingStream,
  templateStream,
  type AppsEvent,
  type EventOf,
} from '../events.ts';
import { wireOfFolder } from '../folders/decide.ts';
import { foldersAggregate, noFolders, type Folder, type FolderTree } from '../folders/evolve.ts';
import { sharable } from '../links/decide.ts';
import { ownTemplateAggregate, type OwnTemplate } from '../templates/evolve.ts';
import type { Link, Sharing } from '../links/evolve.ts';
import { notFound } from '../refusals.ts';

export type UndoState = {
  readonly commit: StoredCommit<AppsEvent> | undefined;
  readonly app: Snapshot<App | undefined>;
  readonly folders: Snapshot<FolderTree | undefined>;
  readonly page: Snapshot<DocPage | undefined>;
  readonly link: Snapshot<Link | undefined>;
  readonly sharing: Snapshot<Sharing | undefined>;
  readonly template: Snapshot<OwnTemplate | undefined>;
};
/** The app as it is, folded on as inverses give events. */
type Context = {
  readonly actor: Actor;
  readonly overwrite: boolean;
  /** The commit made the app and published it: it goes as a whole. */
  readonly madeWhole: boolean;
  app: App;
  version: number;
  folders: FolderTree;
  foldersVersion: number;
  page: DocPage | undefined;
  pageVersion: number;
  link: Link | undefined;
  linkVersion: number;
  sharing: Sharing;
  sharingVersion: number;
  template: OwnTemplate | undefined;
  templateVersion: number;
};

/** What stands in a context of folders, whose inverses look at no app. */
const noDraft = { name: undefined, appearance: undefined, blocks: [], places: undefined, bars: undefined };
const noApp: App = { id: '', draft: draftOf(noDraft) };
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const give = (context: Context, change: AppsEvent, conflicts: readonly UndoConflict[] = []): Undone<AppsEvent> => {
  const { app } = context;
  const version = ++context.version;
  const told = { time: 0, actorId: context.actor.userId ?? context.actor.id };
  context.app = appAggregate.evolve(app, change, told as Parameters<typeof appAggregate.evolve>[2]) ?? app;
  return {
    ...undoneNothing,
    records: 1,
    conflicts,
    events: [{ event: change, advances: [{ stream: appStream(app.id), version }] }],
  };
};

const clash = (
  context: Context,
  fieldName: string,
  current: unknown,
  undoTo: unknown,
  blocked?: string,
): UndoConflict => ({
  recordId: context.app.id,
  recordLabel: context.app.draft.name.label,
  fieldId: '',
  fieldName,
  current,
  undoTo,
  ...(blocked !== undefined && { blocked }),
});
const skipped = (conflicts: readonly UndoConflict[]): Undone<AppsEvent> => ({
  ...undoneNothing,
  records: 1,
  skipped: 1,
  conflicts,
});

/** Takes the parts of an object back that a change made other; those that were changed again are conflicts. */
const partsBack = <T extends object>(
  context: Context,
  now: T,
  after: T,
  before: T,
  shown: (name: string) => string = (name) => name,
): { readonly next: T; readonly conflicts: readonly UndoConflict[] } => {
  const conflicts: UndoConflict[] = [];
  const next = { ...now } as Record<string, unknown>;
  const [current, made, was] = [now, after, before] as unknown as Record<string, unknown>[];
  for (const name of new Set([...Object.keys(made!), ...Object.keys(was!)])) {
    if (same(made![name], was![name]) || same(current![name], was![name])) continue;
    const changed = !same(current![name], made![name]);
    if (changed) conflicts.push(clash(context, shown(name), current![name] ?? null, was![name] ?? null));
    if (changed && !context.overwrite) continue;
    if (was![name] === undefined) delete next[name];
    else next[name] = was![name];
  }
  return { next: next as T, conflicts };
};

const back = <T extends object>(
  context: Context,
  result: { readonly next: T; readonly conflicts: readonly UndoConflict[] },
  now: T,
  make: (next: T) => AppsEvent,
): Undone<AppsEvent> => {
  if (!same(result.next, now)) return give(context, make(result.next), result.conflicts);
  return result.conflicts.length > 0 ? skipped(result.conflicts) : undoneNothing;
};

const appRenamed = ({ appId, name, before }: EventOf<'appRenamed'>, context: Context): Undone<AppsEvent> => {
  const now = context.app.draft.name;
  if (name === undefined || before === undefined) return undoneNothing;
  return back(context, partsBack(context, now, name, before), now, (next) =>
    event('appRenamed', { appId, name: next, before: now }),
  );
};

const appAppearanceChanged = (
  { appId, appearance, before }: EventOf<'appAppearanceChanged'>,
  context: Context,
): Undone<AppsEvent> => {
  const now = context.app.draft.appearance;
  if (appearance === undefined || before === undefined) return undoneNothing;
  return back(context, partsBack(context, now, appearance, before), now, (next) =>
    event('appAppearanceChanged', { appId, appearance: next, before: now }),
  );
};

const appBarsChanged = ({ appId, bars, before }: EventOf<'appBarsChanged'>, context: Context): Undone<AppsEvent> => {
  const now = context.app.draft.bars;
  if (bars === undefined || before === undefined) return undoneNothing;
  return back(context, partsBack(context, now, bars, before), now, (next) =>
    event('appBarsChanged', { appId, bars: next, before: now }),
  );
};

const blockConfigured = ({ appId, block, before }: EventOf<'blockConfigured'>, context: Context): Undone<AppsEvent> => {
  if (block === undefined || before === undefined) return undoneNothing;
  const now = context.app.draft.blocks.find(({ id }) => id === block.id);
  if (now === undefined) return skipped([clash(context, 'block', null, before.type, 'block_not_found')]);
  const [current, made, was] = [now, block, before].map(
    ({ configJson }) => JSON.parse(configJson) as Record<string, unknown>,
  ) as [Record<string, unknown>, Record<string, unknown>, Record<string, unknown>];
  return back(context, partsBack(context, current, made, was), current, (next) =>
    event('blockConfigured', { appId, block: { ...now, configJson: JSON.stringify(next) }, before: now }),
  );
};

const blockAdded = ({ appId, block, placesBefore }: EventOf<'blockAdded'>, context: Context): Undone<AppsEvent> => {
  const { draft } = context.app;
  const now = draft.blocks.find(({ id }) => id === block?.id);
  if (now === undefined) return undoneNothing;
  const conflicts = same(now, block) ? [] : [clash(context, 'block', now.type, null)];
  if (conflicts.length > 0 && !context.overwrite) return skipped(conflicts);
  const own = (places: readonly Place[]): Place[] => places.filter(({ id }) => id === now.id);
  const left: Places = {
    desktop: draft.places.desktop.filter(({ id }) => id !== now.id),
    mobile: draft.places.mobile.filter(({ id }) => id !== now.id),
  };
  const moved = placedBack({ ...draft, places: left }, placesBefore);
  const { places, placesBefore: was } = changesOf(left, moved);
  return give(
    context,
    event('blockRemoved', {
      appId,
      block: now,
      places,
      placesBefore: {
        desktop: [...was.desktop, ...own(draft.places.desktop)],
        mobile: [...was.mobile, ...own(draft.places.mobile)],
      },
    }),
    conflicts,
  );
};

/** The layout with blocks where they were, those that are still there; what they would cover moves down. */
const placedBack = (
  draft: Pick<AppDraft, 'blocks' | 'places'>,
  was: EventOf<'blocksPlaced'>['placesBefore'],
): Places => {
  const ids = new Set(draft.blocks.map(({ id }) => id));
  const known = (places: readonly Place[] | undefined): Place[] => (places ?? []).filter(({ id }) => ids.has(id));
  return {
    desktop: settled(draft, 'desktop', known(was?.desktop)),
    mobile: draft.places.mobile.length === 0 ? [] : settled(draft, 'mobile', known(was?.mobile)),
  };
};

const blockRemoved = ({ appId, block, placesBefore }: EventOf<'blockRemoved'>, context: Context): Undone<AppsEvent> => {
  const { draft } = context.app;
  if (block === undefined || draft.blocks.some(({ id }) => id === block.id)) return undoneNothing;
  const after = placedBack({ ...draft, blocks: [...draft.blocks, block] }, placesBefore);
  return give(context, event('blockAdded', { appId, block, ...changesOf(draft.places, after) }));
};

const blocksPlaced = ({ appId, placesBefore }: EventOf<'blocksPlaced'>, context: Context): Undone<AppsEvent> => {
  const { draft } = context.app;
  const changes = changesOf(draft.places, placedBack(draft, placesBefore));
  if (changes.places.desktop.length === 0 && changes.places.mobile.length === 0) return undoneNothing;
  return give(context, event('blocksPlaced', { appId, ...changes }));
};

const appDraftReplaced = (
  { appId, draft, before, version }: EventOf<'appDraftReplaced'>,
  context: Context,
): Undone<AppsEvent> => {
  const now = context.app.draft;
  if (before === undefined || same(now, draftOf(before))) return undoneNothing;
  const conflicts = same(now, draftOf(draft)) ? [] : [clash(context, 'draft', null, null)];
  if (conflicts.length > 0 && !context.overwrite) return skipped(conflicts);
  const wire = {
    ...now,
    blocks: [...now.blocks],
    places: { desktop: [...now.places.desktop], mobile: [...now.places.mobile] },
  };
  return give(context, event('appDraftReplaced', { appId, version, draft: before, before: wire }), conflicts);
};

const giveFolder = (
  context: Context,
  change: AppsEvent,
  conflicts: readonly UndoConflict[] = [],
): Undone<AppsEvent> => {
  const version = ++context.foldersVersion;
  const told = { time: 0, actorId: context.actor.userId ?? context.actor.id };
  context.folders = foldersAggregate.evolve(
    context.folders,
    change,
    told as Parameters<typeof foldersAggregate.evolve>[2],
  );
  return {
    ...undoneNothing,
    records: 1,
    conflicts,
    events: [{ event: change, advances: [{ stream: folderStream, version }] }],
  };
};
const folderClash = (now: Folder, blocked?: string): UndoConflict => ({
  recordId: now.id,
  recordLabel: now.label,
  fieldId: '',
  fieldName: 'folder',
  current: now.label,
  undoTo: null,
  ...(blocked !== undefined && { blocked }),
});

const folderChanged = ({ folder, before }: EventOf<'folderChanged'>, context: Context): Undone<AppsEvent> => {
  if (folder === undefined || before === undefined) return undoneNothing;
  const found = context.folders.folders.find(({ id }) => id === folder.id);
  if (found === undefined) return skipped([folderClash(before, 'folder_not_found')]);
  const now = wireOfFolder(found);
  const { next, conflicts } = partsBack({ ...context, app: named(now) }, now, folder, before);
  // What it was in may be gone, or within it by now.
  const parent = context.folders.folders.find(({ id }) => id === next.parentId);
  const back: Folder = { ...next, parentId: parent === undefined ? '' : next.parentId };
  if (same(back, now)) return conflicts.length > 0 ? skipped(conflicts) : undoneNothing;
  return giveFolder(context, event('folderChanged', { folder: back, before: now }), conflicts);
};
/** A name for what conflicts are told of. */
const calledBy = (id: string, label: string, icon = '', color = ''): App => ({
  id,
  draft: draftOf({
    name: { label, icon, color },
    appearance: undefined,
    blocks: [],
    places: undefined,
    bars: undefined,
  }),
});
const named = ({ id, label, icon, color }: Folder): App => calledBy(id, label, icon, color);
const folderDeleted = ({ folder }: EventOf<'folderDeleted'>, context: Context): Undone<AppsEvent> => {
  if (folder === undefined || context.folders.folders.some(({ id }) => id === folder.id)) return undoneNothing;
  const parent = context.folders.folders.some(({ id }) => id === folder.parentId) ? folder.parentId : '';
  return giveFolder(context, event('folderCreated', { folder: { ...folder, parentId: parent } }));
};
const folderCreated = ({ folder }: EventOf<'folderCreated'>, context: Context): Undone<AppsEvent> => {
  const found = context.folders.folders.find(({ id }) => id === folder?.id);
  if (found === undefined) return undoneNothing;
  const now = wireOfFolder(found);
  const within = context.folders.folders.some(({ parentId }) => parentId === now.id);
  const conflicts = same(now, folder) && !within ? [] : [folderClash(now, within ? 'folders.not_empty' : undefined)];
  if (within || (conflicts.length > 0 && !context.overwrite)) return skipped(conflicts);
  return giveFolder(context, event('folderDeleted', { folder: now }), conflicts);
};

const givePage = (context: Context, change: AppsEvent, conflicts: readonly UndoConflict[] = []): Undone<AppsEvent> => {
  const version = ++context.pageVersion;
  const told = { time: 0, actorId: context.actor.userId ?? context.actor.id };
  const { id = '' } = context.page ?? {};
  context.page = pageAggregate.evolve(context.page, change, told as Parameters<typeof pageAggregate.evolve>[2]);
  return {
    ...undoneNothing,
    records: 1,
    conflicts,
    events: [{ event: change, advances: [{ stream: pageStream(id), version }] }],
  };
};
const pageChanged = ({ pageId, page, before }: EventOf<'pageChanged'>, context: Context): Undone<AppsEvent> => {
  if (page === undefined || before === undefined || context.page === undefined) return undoneNothing;
  requireRight(context.actor, 'pages.edit', pageId);
  const now = partsOf(context.page);
  const app = { ...noApp, id: pageId, draft: draftOf({ ...noDraft, name: { label: now.title, icon: '', color: '' } }) };
  const { next, conflicts } = partsBack({ ...context, app }, now, page, before);
  if (same(next, now)) return conflicts.length > 0 ? skipped(conflicts) : undoneNothing;
  requireParts(context.actor, context.page, next);
  return givePage(context, pageChange(context.page, next), conflicts);
};
const setPageArchived =
  (archived: boolean) =>
  ({ pageId }: { readonly pageId: string }, context: Context): Undone<AppsEvent> => {
    if (context.page === undefined || (context.page.archived !== undefined) === archived) return undoneNothing;
    requireRight(context.actor, 'pages.delete', pageId);
    const { title } = context.page;
    return givePage(context, event(archived ? 'pageArchived' : 'pageRestored', { pageId, title }));
  };

const giveLink = (
  context: Context,
  before: Link,
  link: Link,
  conflicts: readonly UndoConflict[],
): Undone<AppsEvent> => {
  context.link = link;
  const version = ++context.linkVersion;
  const advances = [{ stream: linkStream(link.id), version }];
  return {
    ...undoneNothing,
    records: 1,
    conflicts,
    events: [{ event: event('linkChanged', { link, before }), advances }],
  };
};
/** The link that was made is shut: its address is never another's. */
const linkCreated = (_event: EventOf<'linkCreated'>, context: Context): Undone<AppsEvent> =>
  context.link?.active === true
    ? giveLink(context, context.link, { ...context.link, active: false }, [])
    : undoneNothing;
const linkChanged = ({ link, before }: EventOf<'linkChanged'>, context: Context): Undone<AppsEvent> => {
  const now = context.link;
  if (link === undefined || before === undefined || now === undefined) return undoneNothing;
  const { next, conflicts } = partsBack({ ...context, app: calledBy(now.id, now.title) }, now, link, before);
  if (same(next, now)) return conflicts.length > 0 ? skipped(conflicts) : undoneNothing;
  return giveLink(context, now, next, conflicts);
};
const linksSwitched = ({ before }: EventOf<'linksSwitched'>, context: Context): Undone<AppsEvent> => {
  if (context.sharing.off === before) return undoneNothing;
  const change = event('linksSwitched', { off: before, before: context.sharing.off });
  context.sharing = { off: before };
  const version = ++context.sharingVersion;
  return { ...undoneNothing, records: 1, events: [{ event: change, advances: [{ stream: sharingStream, version }] }] };
};

const giveTemplate = (
  context: Context,
  change: Extract<AppsEvent, { $case: 'templateSaved' | 'templateDeleted' }>,
  conflicts: readonly UndoConflict[] = [],
): Undone<AppsEvent> => {
  const { templateId } = change.value;
  const told = { time: 0, actorId: userOf(context.actor) } as Parameters<typeof ownTemplateAggregate.evolve>[2];
  context.template = ownTemplateAggregate.evolve(context.template, change, told);
  const advances = [{ stream: templateStream(templateId), version: ++context.templateVersion }];
  return { ...undoneNothing, records: 1, conflicts, events: [{ event: change, advances }] };
};
const nameIn = (templateJson: string): string => (JSON.parse(templateJson) as { readonly name: string }).name;
const templateSaved = (
  { templateId, name, templateJson, beforeJson }: EventOf<'templateSaved'>,
  context: Context,
): Undone<AppsEvent> => {
  const now = context.template;
  if (now === undefined || now.deleted || now.templateJson === beforeJson) return undoneNothing;
  const conflicts =
    now.templateJson === templateJson
      ? []
      : [
          clash(
            { ...context, app: calledBy(templateId, now.name) },
            'template',
            now.name,
            beforeJson === '' ? null : nameIn(beforeJson),
          ),
        ];
  if (conflicts.length > 0 && !context.overwrite) return skipped(conflicts);
  return beforeJson === ''
    ? giveTemplate(
        context,
        { $case: 'templateDeleted', value: { templateId, name, templateJson: now.templateJson } },
        conflicts,
      )
    : giveTemplate(
        context,
        {
          $case: 'templateSaved',
          // It is looked at again, as with every save.
          value: {
            templateId,
            name: nameIn(beforeJson),
            templateJson: beforeJson,
            beforeJson: now.templateJson,
            publish: now.review !== 'none',
            folderId: now.folderId,
          },
        },
        conflicts,
      );
};

/** How each event is taken back (docs/events.md 13); complete by its type. */
export const inverses: Inverses<AppsEvent, Context> = {
  appCreated: ({ appId }, context) =>
    context.app.archived === undefined
      ? give(context, event('appArchived', { appId, label: context.app.draft.name.label }))
      : undoneNothing,
  appRenamed,
  appAppearanceChanged,
  appBarsChanged,
  blockAdded,
  blockConfigured,
  blockRemoved,
  blocksPlaced,
  appPublished: (_event, { madeWhole }) =>
    madeWhole
      ? undoneNothing
      : { notUndoable: 'Members may have worked with it. Put an earlier version into the draft and publish that.' },
  appDraftReplaced,
  appArchived: ({ appId }, context) =>
    context.app.archived === undefined
      ? undoneNothing
      : give(context, event('appRestored', { appId, label: context.app.draft.name.label })),
  appRestored: ({ appId }, context) =>
    context.app.archived === undefined
      ? give(context, event('appArchived', { appId, label: context.app.draft.name.label }))
      : undoneNothing,
  folderCreated,
  folderChanged,
  folderDeleted,
  pageCreated: setPageArchived(true),
  pageChanged,
  pageWritten: () => ({ notUndoable: 'Bring back a version of the page instead.' }),
  pageArchived: setPageArchived(false),
  pageRestored: setPageArchived(true),
  linkCreated,
  linkChanged,
  linkMailed: () => ({ notUndoable: 'What was sent by e-mail cannot be called back.' }),
  receiptAsked: () => undoneNothing,
  linksSwitched,
  // What was installed is taken back by what made it.
  templateInstallPlanned: () => undoneNothing,
  templateInstallEnded: () => undoneNothing,
  templateSaved,
  templateDeleted: ({ templateId, name, templateJson }, context) =>
    context.template?.deleted === true
      ? giveTemplate(context, {
          $case: 'templateSaved',
          value: {
            templateId,
            name,
            templateJson,
            beforeJson: '',
            publish: context.template.review !== 'none',
            folderId: context.template.folderId,
          },
        })
      : undoneNothing,
  // What the operator said stands.
  templateReviewed: () => undoneNothing,
  templatePublished: () => undoneNothing,
  templateWithdrawn: () => undoneNothing,
  // What was asked and proposed changed nothing.
  buildAsked: () => undoneNothing,
  buildAnswered: () => undoneNothing,
  buildClosed: () => undoneNothing,
};

/** Of a template or of the AI builder: what was planned or asked, and how it ended. */
const isInstall = (commit: StoredCommit<AppsEvent> | undefined): boolean => {
  const value = commit?.events[0]?.value;
  return value !== undefined && ('operationId' in value || 'buildId' in value);
};

/** The link that a commit is about. */
const linkIn = (commit: StoredCommit<AppsEvent> | undefined): string | undefined => {
  const value = commit?.events[0]?.value;
  if (value === undefined) return undefined;
  return 'link' in value ? value.link?.id : 'linkId' in value ? value.linkId : undefined;
};
const isSwitch = (commit: StoredCommit<AppsEvent> | undefined): boolean => commit?.events[0]?.$case === 'linksSwitched';

/** The app that a commit is about; none where it is about folders or links. */
const appIn = (commit: StoredCommit<AppsEvent> | undefined): string | undefined => {
  const value = commit?.events[0]?.value;
  return value !== undefined && 'appId' in value ? value.appId : undefined;
};

/** The organization's own template that a commit is about. */
const templateIn = (commit: StoredCommit<AppsEvent> | undefined): string | undefined => {
  const value = commit?.events[0]?.value;
  return value !== undefined && 'templateId' in value ? value.templateId : undefined;
};

/** The page that a commit is about; none where it is about anything else. */
const pageIn = (commit: StoredCommit<AppsEvent> | undefined): string | undefined => {
  const value = commit?.events[0]?.value;
  return value !== undefined && 'pageId' in value ? value.pageId : undefined;
};

function* load({ commitId }: UndoCommand): Loading<UndoState> {
  const commit = yield* read.commit<AppsEvent>(commitId);
  return {
    commit,
    app: yield* read.snapshot<App | undefined>(appStream(appIn(commit) ?? '')),
    folders: yield* read.snapshot<FolderTree | undefined>(folderStream),
    page: yield* read.snapshot<DocPage | undefined>(pageStream(pageIn(commit) ?? '')),
    link: yield* read.snapshot<Link | undefined>(linkStream(linkIn(commit) ?? '')),
    sharing: yield* read.snapshot<Sharing | undefined>(sharingStream),
    template: yield* read.snapshot<OwnTemplate | undefined>(templateStream(templateIn(commit) ?? '')),
  };
}

/** The commands that take changes of apps back, with the rights of whoever asks now. */
export const { undoCommit, undoPreview } = undoHandlers<AppsEvent, UndoCommand, UndoState, Context>({
  inverses,
  load: (command) => load(command),
  context: ({ commit, app: { version, state }, folders, page, link, sharing, template }, { actor, overwrite }) => {
    const tree = {
      madeWhole: commit?.events[0]?.$case === 'appCreated',
      folders: folders.state ?? noFolders,
      foldersVersion: folders.version,
      page: page.state,
      pageVersion: page.version,
      link: link.state,
      linkVersion: link.version,
      sharing: sharing.state ?? { off: false },
      sharingVersion: sharing.version,
      template: template.state,
      templateVersion: template.version,
    };
    if (templateIn(commit) !== undefined) {
      requireRight(actor, 'templates.install');
      // Nobody but its builder has it, and administrators answer for what the history tells.
      if (template.state?.builderId !== userOf(actor) && !can(actor, 'history.read').allow)
        throw notFound('template_not_found');
      return { actor, overwrite, app: noApp, version, ...tree };
    }
    const pageId = pageIn(commit);
    if (pageId !== undefined) {
      if (page.state === undefined || !can(actor, 'pages.view', pageId).allow) throw notFound('page_not_found');
      return { actor, overwrite, app: noApp, version, ...tree };
    }
    if (linkIn(commit) !== undefined) {
      sharable(actor, link.state);
      return { actor, overwrite, app: noApp, version, ...tree };
    }
    if (isSwitch(commit)) {
      requireRight(actor, 'links.switch');
      return { actor, overwrite, app: noApp, version, ...tree };
    }
    if (isInstall(commit)) return { actor, overwrite, app: noApp, version, ...tree };
    if (commit !== undefined && appIn(commit) === undefined) {
      requireRight(actor, 'workspaces.manage');
      return { actor, overwrite, app: noApp, version, ...tree };
    }
    if (state === undefined || !can(actor, 'apps.open', state.id).allow) throw notFound('app_not_found');
    requireRight(actor, 'apps.edit', state.id);
    return { actor, overwrite, app: state, version, ...tree };
  },
});
