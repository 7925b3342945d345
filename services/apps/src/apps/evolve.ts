import type { Aggregate } from '@tessera/kernel';
import type { AppsEvent, EventOf } from '../events.ts';

type Draft = NonNullable<EventOf<'appCreated'>['draft']>;
export type Name = NonNullable<Draft['name']>;
export type Appearance = NonNullable<Draft['appearance']>;
/** Each bar as JSON, empty where there is none. */
export type AppBars = NonNullable<Draft['bars']>;
export type Block = Draft['blocks'][number];
export type Place = NonNullable<Draft['places']>['desktop'][number];
export type Places = { readonly desktop: readonly Place[]; readonly mobile: readonly Place[] };

/** All of an app that members see once it is published. */
export type AppDraft = {
  readonly name: Name;
  readonly appearance: Appearance;
  readonly blocks: readonly Block[];
  readonly places: Places;
  readonly bars: AppBars;
};
/** An app as its builders have it, and the version that members see. */
export type App = {
  readonly id: string;
  readonly draft: AppDraft;
  readonly published?: { readonly version: number; readonly at: number; readonly by: string; readonly draft: AppDraft };
  readonly archived?: { readonly at: number; readonly by: string };
};

export const plain: Appearance = {
  backgroundColor: '',
  backgroundImage: '',
  font: '',
  disableDesktopScrolling: false,
  tabletFollowsMobileLayout: false,
};

export const noBars: AppBars = { topBarJson: '', bottomNavJson: '', menuBarJson: '' };

export const draftOf = (wire: Draft | undefined): AppDraft => ({
  name: wire?.name ?? { label: '', icon: '', color: '' },
  appearance: wire?.appearance ?? plain,
  blocks: wire?.blocks ?? [],
  places: { desktop: wire?.places?.desktop ?? [], mobile: wire?.places?.mobile ?? [] },
  bars: wire?.bars ?? noBars,
});
export const wireOfDraft = ({ name, appearance, blocks, places, bars }: AppDraft): Draft => ({
  name,
  appearance,
  blocks: [...blocks],
  places: { desktop: [...places.desktop], mobile: [...places.mobile] },
  bars,
});

const placed = (before: readonly Place[], moved: readonly Place[] | undefined, gone?: string): readonly Place[] => {
  const to = new Map((moved ?? []).map((one) => [one.id, one]));
  const kept = before.filter(({ id }) => id !== gone && !to.has(id));
  return [...kept, ...to.values()].filter(({ id }) => id !== gone);
};
const placesAfter = (before: Places, moved: EventOf<'blocksPlaced'>['places'], gone?: string): Places => ({
  desktop: placed(before.desktop, moved?.desktop, gone),
  mobile: placed(before.mobile, moved?.mobile, gone),
});

// Every fold sets absolute values, so that folding an event twice is folding it once.
const draftAfter = (draft: AppDraft, event: AppsEvent): AppDraft => {
  switch (event.$case) {
    case 'appRenamed':
      return { ...draft, name: event.value.name ?? draft.name };
    case 'appAppearanceChanged':
      return { ...draft, appearance: event.value.appearance ?? draft.appearance };
    case 'blockAdded':
    case 'blockConfigured': {
      const { block } = event.value;
      if (block === undefined) return draft;
      const there = draft.blocks.some(({ id }) => id === block.id);
      const blocks = there
        ? draft.blocks.map((one) => (one.id === block.id ? block : one))
        : event.$case === 'blockAdded'
          ? [...draft.blocks, block]
          : draft.blocks;
      return {
        ...draft,
        blocks,
        ...(event.$case === 'blockAdded' && { places: placesAfter(draft.places, event.value.places) }),
      };
    }
    case 'blockRemoved': {
      const gone = event.value.block?.id ?? '';
      return {
        ...draft,
        blocks: draft.blocks.filter(({ id }) => id !== gone),
        places: placesAfter(draft.places, event.value.places, gone),
      };
    }
    case 'blocksPlaced':
      return { ...draft, places: placesAfter(draft.places, event.value.places) };
    case 'appBarsChanged':
      return { ...draft, bars: event.value.bars ?? draft.bars };
    case 'appDraftReplaced':
      return event.value.draft === undefined ? draft : draftOf(event.value.draft);
    default:
      return draft;
  }
};

export const appAggregate: Aggregate<App | undefined, AppsEvent> = {
  kind: 'app',
  version: 2,
  initial: undefined,
  evolve: (state, event, context) => {
    if (event.$case === 'appCreated') return { id: event.value.appId, draft: draftOf(event.value.draft) };
    if (state === undefined) return state;
    switch (event.$case) {
      case 'appPublished':
        return {
          ...state,
          published: { version: event.value.version, at: context.time, by: context.actorId, draft: state.draft },
        };
      case 'appArchived':
        return { ...state, archived: { at: context.time, by: context.actorId } };
      case 'appRestored': {
        const { archived: _, ...live } = state;
        return live;
      }
      default:
        return { ...state, draft: draftAfter(state.draft, event) };
    }
  },
};
