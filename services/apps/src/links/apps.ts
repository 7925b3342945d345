import type { DocumentReader } from '@tessera/document-store';
import { linkActor, type Actor, type RowRule } from '@tessera/kernel';
import {
  blockType,
  filledText,
  grids,
  without,
  type TextDocument,
  type TextVariable,
  type TopBar,
} from '@tessera/proto/blocks';
import type { AppDraft, Block, Place } from '../apps/evolve.ts';
import { phoneLayout } from '../apps/layout.ts';
import type { AppDocument } from '../apps/projection.ts';
import { answerOf, atOnce, eachOf, type BlockAnswer, type Reader } from '../blocks/answers.ts';
import { askOf } from '../blocks/asked.ts';
import { gone, type Entered } from './entered.ts';
import { isOpen, type Link, type Sharing } from './evolve.ts';
import { isShowable, type Asked } from './questions.ts';
import { configOf, openShare, questionsIn, type Share } from './shares.ts';
import type { createSharedTables, Reading } from './tables.ts';
import type { createSecrets } from './tokens.ts';

type Config = Readonly<Record<string, unknown>>;
/** A block that strangers see, with what it was shared as. */
type Open = { readonly block: Block; readonly config: Config; readonly share: Share };

/** What a text may tell strangers: nothing of a person, and of no record. */
export type Told = { readonly [Of in TextVariable['of']]?: string };

/** The parts of a configuration that say how a block looks, by its type; what it asks of its table never leaves. */
const lookOf: Readonly<Record<string, readonly string[]>> = {
  title_bar: ['heading', 'line'],
  text: ['content'],
  image: ['address', 'alt', 'fit'],
  video: ['title', 'address'],
  embed: ['title', 'address'],
  button: ['label', 'line', 'look'],
  button_group: ['title', 'direction'],
  app_menu: ['title', 'shape'],
  simple_indicator: ['title', 'subtitle', 'good'],
  complex_indicator: ['title', 'subtitle', 'good'],
  bar_chart: ['title', 'stacked'],
  super_form: ['title', 'description', 'button', 'thanks'],
};
const looks = (type: string, config: Config, told: Told): Record<string, unknown> =>
  Object.fromEntries(
    (lookOf[type] ?? ['title']).flatMap((name) => {
      const value = config[name];
      if (value === undefined) return [];
      const isText = blockType(type)?.config[name]?.of === 'document';
      return [[name, isText ? filledText(value as TextDocument, ({ of }) => told[of]) : value]];
    }),
  );

/** Filters that are longer do not travel with the right of a link. */
const mostFilter = 8_000;
/** The layout without what strangers do not see: what stood below it moves up. */
const leftOf = (layout: readonly Place[], open: ReadonlySet<string>): readonly Place[] =>
  layout.filter(({ id }) => !open.has(id)).reduce<readonly Place[]>((left, { id }) => without(left, id), layout);

type Ports = {
  readonly documents: DocumentReader;
  readonly tables: ReturnType<typeof createSharedTables>;
  readonly secrets: ReturnType<typeof createSecrets>;
  readonly clock: () => number;
};

/** Apps as strangers see them: what was published of the blocks that are shared. */
export const createSharedApps = ({ documents, tables, secrets, clock }: Ports) => {
  const published = async ({ link, organizationId }: Entered): Promise<AppDraft> => {
    const app = await documents.get<AppDocument>(organizationId, 'apps', link.tableId);
    if (app?.published === undefined || app.archived !== undefined) throw gone();
    return app.published.draft;
  };
  const openIn = ({ link }: Entered, { blocks }: AppDraft): readonly Open[] =>
    blocks.flatMap((block) => {
      const share = openShare(link.blocks, block);
      return share === undefined ? [] : [{ block, config: configOf(block), share }];
    });
  const actorOf = (
    { link, organizationId }: Entered,
    { tableId, fieldIds }: Share,
    right: 'read' | 'add',
    rows?: Config,
  ): Actor =>
    linkActor(organizationId, link.id, {
      tableId,
      right,
      fields: fieldIds,
      ...(rows && { rows: rows as unknown as RowRule }),
    });

  /** The address of another app for strangers; undefined where it is not open to them. */
  const addressOf = async (organizationId: string, appId: unknown): Promise<string | undefined> => {
    if (typeof appId !== 'string' || appId === '') return undefined;
    const [link, sharing, app] = await Promise.all([
      documents.get<Link>(organizationId, 'links', appId),
      documents.get<Sharing>(organizationId, 'sharing', 'all'),
      documents.get<AppDocument>(organizationId, 'apps', appId),
    ]);
    if (link?.type !== 'dashboard' || !isOpen(link, sharing, clock())) return undefined;
    if (app?.published === undefined || app.archived !== undefined) return undefined;
    const token = await secrets.token(organizationId, appId);
    return token === undefined ? undefined : `/public/${token}`;
  };
  const leadsTo = (organizationId: string, config: Config): Promise<string | undefined> => {
    if (config['action'] === 'openApp') return addressOf(organizationId, config['appId']);
    const href = config['action'] === 'openTable' ? undefined : config['href'];
    // A place within the product is none for strangers.
    return Promise.resolve(typeof href === 'string' && href !== '' && !href.startsWith('/') ? href : undefined);
  };
  const appsIn = async (organizationId: string, ids: unknown) =>
    (
      await Promise.all(
        (Array.isArray(ids) ? ids : []).map(async (id: unknown) => {
          const [href, app] = await Promise.all([
            addressOf(organizationId, id),
            documents.get<AppDocument>(organizationId, 'apps', String(id)),
          ]);
          const name = app?.published?.draft.name;
          return href === undefined || name === undefined
            ? []
            : [{ label: name.label, color: name.color || null, href }];
        }),
      )
    ).flat();

  const outward = ({ href }: Config): Record<string, unknown> =>
    typeof href === 'string' && !href.startsWith('/') ? { href } : {};
  /** What leads somewhere, as far as it leads strangers, by the type of block; undefined where nothing is left of it. */
  const leading: Readonly<
    Record<string, (organizationId: string, config: Config) => Promise<Record<string, unknown> | undefined>>
  > = {
    image: (_organizationId, config) => Promise.resolve(outward(config)),
    button: async (organizationId, config) => {
      const href = await leadsTo(organizationId, config);
      return href === undefined ? undefined : { href };
    },
    button_group: async (organizationId, config) => {
      const all = Array.isArray(config['buttons']) ? (config['buttons'] as readonly Config[]) : [];
      const buttons = [];
      for (const one of all) {
        const href = await leadsTo(organizationId, one);
        if (href !== undefined) buttons.push({ label: one['label'] ?? '', look: one['look'] ?? 'filled', href });
      }
      return buttons.length === 0 ? undefined : { buttons };
    },
    app_menu: async (organizationId, config) => {
      const apps = await appsIn(organizationId, config['apps']);
      return apps.length === 0 ? undefined : { apps };
    },
  };

  return {
    /** The title of an app, before anything of it is read. */
    title: async (entered: Entered): Promise<string> => entered.link.title || (await published(entered)).name.label,
    /** What the page of a shared app has. A block that would lead nowhere is left out. */
    page: async (entered: Entered, told: Told) => {
      const { link, organizationId } = entered;
      const draft = await published(entered);
      const blocks = [];
      for (const one of openIn(entered, draft)) {
        const lead = leading[one.block.type];
        const links = lead === undefined ? {} : await lead(organizationId, one.config);
        if (links === undefined) continue;
        const { id, type } = one.block;
        blocks.push({ id, type, config: { ...looks(type, one.config, told), ...links } });
      }
      const ids = new Set(blocks.map(({ id }) => id));
      const bar = draft.bars.topBarJson === '' ? undefined : (JSON.parse(draft.bars.topBarJson) as TopBar);
      const tabs =
        bar === undefined || !link.showTopBar
          ? []
          : await appsIn(
              organizationId,
              bar.items.map(({ id }) => id),
            );
      return {
        title: link.title || draft.name.label,
        shows_title: link.showTitle,
        top_bar:
          bar === undefined || !link.showTopBar ? null : { color: bar.bg_color ?? null, logo: bar.logo ?? null, tabs },
        background: draft.appearance.backgroundColor || null,
        columns: { desktop: grids.desktop, mobile: grids.mobile },
        layouts: {
          desktop: [...leftOf(draft.places.desktop, ids)],
          mobile: [...leftOf(phoneLayout(draft), ids)],
        },
        blocks,
      };
    },
    /** What blocks of the page show, by their ids; of those that are not shared, nothing. */
    answers: async (
      entered: Entered,
      reading: Reading,
      today: string,
      wanted: readonly string[] | undefined,
    ): Promise<Record<string, BlockAnswer>> => {
      const draft = await published(entered);
      const results: Record<string, BlockAnswer> = {};
      const asked = new Map<string, Promise<BlockAnswer>>();
      const open = openIn(entered, draft).filter(({ block }) => wanted === undefined || wanted.includes(block.id));
      await eachOf(open, atOnce, async ({ block, config, share }) => {
        const ask = askOf(block.type, config);
        if (ask === undefined) return;
        const reader: Reader = (_table, filter) => {
          if (JSON.stringify(filter ?? null).length > mostFilter) throw gone();
          return { actor: actorOf(entered, share, 'read', filter), filter: undefined };
        };
        const key = JSON.stringify([ask, share.tableId, share.fieldIds]);
        const work =
          asked.get(key) ??
          answerOf(share.tableId, ask, { tables, reader, reading, today, search: '', shows: isShowable });
        asked.set(key, work);
        const found = await work;
        // Which record a row is of is no part of what is shared.
        results[block.id] =
          'rows' in found
            ? { rows: { ...found.rows, rows: found.rows.rows.map((row) => ({ ...row, id: '' })) } }
            : found;
      });
      return results;
    },
    /** The form of a block, with as whom its answers are written; refused as gone where there is none. */
    form: async (
      entered: Entered,
      blockId: string,
    ): Promise<{
      readonly actor: Actor;
      readonly share: Share;
      readonly config: Config;
      readonly asked: readonly Asked[];
    }> => {
      const one = openIn(entered, await published(entered)).find(({ block }) => block.id === blockId);
      if (one === undefined || one.share.right !== 'write') throw gone();
      const { share, config } = one;
      return { actor: actorOf(entered, share, 'add'), share, config, asked: questionsIn(config, share.fieldIds) };
    },
  };
};
