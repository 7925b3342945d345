import type { Actor } from '@tessera/kernel';
import { accessToApp, can } from '@tessera/proto/rights';
import { wireBars } from './bars.ts';
import type { Link } from '../links/evolve.ts';
import type { AppDraft } from './evolve.ts';
import { phoneLayout } from './layout.ts';
import type { AppDocument } from './projection.ts';

const orNull = (text: string): string | null => (text === '' ? null : text);
const time = (at: number): string => new Date(at).toISOString();
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** An app as the API answers it: its draft, or what members see; with its public link, if there is one. */
export const wireApp = (actor: Actor, app: AppDocument, wanted: 'draft' | 'published', link?: Link) => {
  const edits = can(actor, 'apps.edit', app.id).allow;
  const draft = wanted === 'draft' || app.published === undefined;
  const shown: AppDraft = draft ? app.draft : (app.published?.draft ?? app.draft);
  const { name, appearance, blocks, places, bars } = shown;
  return {
    id: app.id,
    label: name.label,
    icon: orNull(name.icon),
    color: orNull(name.color),
    access: accessToApp(actor, app.id) ?? ('interact' as const),
    rights: {
      canCreateBlocks: edits,
      canEditBlocks: edits,
      canDeleteBlocks: edits,
      fullControl: edits,
      canShare: can(actor, 'apps.share', app.id).allow,
    },
    draft,
    revision: app.revision,
    changed: !same(app.draft, app.published?.draft),
    published: app.published === undefined ? null : { version: app.published.version, at: time(app.published.at) },
    components: blocks.map(({ id, type, configJson }) => ({
      id,
      config: { type, ...(JSON.parse(configJson) as Record<string, unknown>) },
    })),
    layouts: {
      desktop: { components: [...places.desktop] },
      mobile: { enabled: places.mobile.length > 0, components: [...phoneLayout(shown)] },
    },
    tabletFollowsMobileLayout: appearance.tabletFollowsMobileLayout,
    disableDesktopScrolling: appearance.disableDesktopScrolling,
    bgColor: orNull(appearance.backgroundColor),
    bgImage: orNull(appearance.backgroundImage),
    font: orNull(appearance.font),
    bundleConfig: wireBars(actor, bars, edits),
    active: link?.active === true,
    publicShowAppTitle: link?.showTitle ?? true,
    publicShowTopBarWithLogo: link?.showTopBar === true,
  };
};

/** An app in a list. */
export const wireEntry = (actor: Actor, app: AppDocument) => {
  const shown = can(actor, 'apps.edit', app.id).allow ? app.draft : (app.published?.draft ?? app.draft);
  return {
    id: app.id,
    label: shown.name.label,
    icon: orNull(shown.name.icon),
    color: orNull(shown.name.color),
    access: accessToApp(actor, app.id) ?? ('interact' as const),
    published: app.published !== undefined,
  };
};

/** An app in the trash, under the name that its builders gave it last. */
export const wireArchived = ({
  id,
  draft: { name },
  archived,
}: AppDocument & { readonly archived: NonNullable<AppDocument['archived']> }) => ({
  id,
  label: name.label,
  icon: orNull(name.icon),
  color: orNull(name.color),
  deletedAt: time(archived.at),
  deletedBy: archived.by,
});
