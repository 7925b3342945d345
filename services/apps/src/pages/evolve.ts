import type { Aggregate, EventContext } from '@tessera/kernel';
import type { AppsEvent, EventOf } from '../events.ts';
import { folded } from './together.ts';

/** What a page says: a title, an icon, and its text as JSON. */
export type PageParts = NonNullable<EventOf<'pageChanged'>['page']>;
export type DocPage = PageParts & {
  readonly id: string;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly changedAt: number;
  readonly changedBy: string;
  readonly archived?: { readonly at: number; readonly by: string };
  /** The text as yjs keeps it, once somebody changed it. */
  readonly together?: string | undefined;
  /** What is being written: the version of the stream that it began with, and where somebody ended it. */
  readonly writing?: { readonly since: number; readonly ended?: number };
};

/** What is written is one version until nobody wrote for so long. */
const restMs = 5 * 60_000;

const advancedTo = ({ advances: [advance] }: EventContext): number =>
  advance !== undefined && 'version' in advance ? advance.version : 0;

const afterWriting = (
  state: DocPage,
  { update, endsVersion }: EventOf<'pageWritten'>,
  context: EventContext,
): DocPage => {
  const text = folded(state.together, update);
  if (text === undefined) return state;
  const at = advancedTo(context);
  const { writing } = state;
  const goesOn =
    writing !== undefined &&
    (writing.ended === undefined || writing.ended === at) &&
    context.time - state.changedAt < restMs;
  return {
    ...state,
    ...text,
    changedAt: context.time,
    changedBy: context.actorId,
    writing: { since: goesOn ? writing.since : at, ...(endsVersion && { ended: at }) },
  };
};

const afterChange = (state: DocPage, { page, update }: EventOf<'pageChanged'>): DocPage => {
  const { writing: _, together, ...rest } = { ...state, ...page };
  if (update.length === 0) return { ...rest, ...(together !== undefined && { together }) };
  const text = folded(together, update);
  return { ...rest, ...(text !== undefined && { together: text.together }) };
};

// Every fold sets absolute values, so that folding an event twice is folding it once.
export const pageAggregate: Aggregate<DocPage | undefined, AppsEvent> = {
  kind: 'page',
  version: 2,
  initial: undefined,
  evolve: (state, event, context) => {
    const { time, actorId } = context;
    const now = { changedAt: time, changedBy: actorId };
    if (event.$case === 'pageCreated' && event.value.page !== undefined)
      return { ...event.value.page, id: event.value.pageId, createdAt: time, createdBy: actorId, ...now };
    if (state === undefined) return state;
    switch (event.$case) {
      case 'pageChanged':
        return event.value.page === undefined ? state : { ...afterChange(state, event.value), ...now };
      case 'pageWritten':
        return afterWriting(state, event.value, context);
      case 'pageArchived':
        return { ...state, archived: { at: time, by: actorId } };
      case 'pageRestored': {
        const { archived: _, ...live } = state;
        return live;
      }
      default:
        return state;
    }
  },
};
