import { type Answered, api, type Asked } from '@tessera/kit';

export type Action = Answered<'post_historyLog_list'>['entries'][number];
export type ActionType = Action['action_type'];
export type EntityType = Action['entity_type'];
type Filters = NonNullable<Asked<'post_historyLog_list'>['filters']>;
export type ActionSource = NonNullable<Filters['action_source']>[number];

export const actionTypes = [
  'create',
  'update',
  'delete',
  'restore',
  'import',
  'undo',
  'view',
] as const satisfies ActionType[];
export const entityTypes = [
  'record',
  'comment',
  'table',
  'app',
  'automation',
  'webhook',
  'function',
  'incoming',
  'field',
  'view',
  'import',
  'user',
  'invitation',
  'role',
  'token',
  'provider',
  'organization',
] as const satisfies EntityType[];
export const sources = [
  'interface',
  'api',
  'import',
  'undo',
  'form',
  'email',
  'automation',
  'trigger',
  'system',
] as const satisfies ActionSource[];

/** What the list is narrowed to; days as `YYYY-MM-DD`, both of them within. */
export type Choice = {
  readonly types: readonly ActionType[];
  readonly entities: readonly EntityType[];
  readonly sources: readonly ActionSource[];
  readonly people: readonly string[];
  readonly table: string;
  readonly from: string;
  readonly until: string;
};
export const everything: Choice = { types: [], entities: [], sources: [], people: [], table: '', from: '', until: '' };

/** How many of its parts narrow. */
export const narrowing = ({ from, until, table, ...lists }: Choice): number =>
  Object.values(lists).filter((list) => list.length > 0).length +
  (table === '' ? 0 : 1) +
  (from === '' && until === '' ? 0 : 1);

/** How far a zone's clocks are ahead of UTC at a moment, in ms. */
const aheadBy = (zone: string, at: number): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - at;
};

/** The moment at which a day begins in a zone; `more` days later. */
export const startOfDay = (day: string, zone: string, more = 0): string => {
  const plain = Date.parse(`${day}T00:00:00Z`) + more * 24 * 3_600_000;
  // The clocks of that moment, not of the one that is as far from it as the zone is from UTC.
  const first = plain - aheadBy(zone, plain);
  return new Date(plain - aheadBy(zone, first)).toISOString();
};

const aPage = 100;

/** What was done, newest first, a page at a time. */
export const historyQuery = (search: string, choice: Choice, zone: string) => ({
  queryKey: ['history-log', search, choice, zone],
  queryFn: ({ pageParam: after, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    api.post('/historyLog/list', {
      body: {
        search,
        size: aPage,
        ...(after !== undefined && { after }),
        filters: {
          action_type: [...choice.types],
          entity_type: [...choice.entities],
          action_source: [...choice.sources],
          created_by: [...choice.people],
          affected_object: choice.table,
          ...(choice.from !== '' && { from: startOfDay(choice.from, zone) }),
          ...(choice.until !== '' && { until: startOfDay(choice.until, zone, 1) }),
        },
      },
      signal,
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Answered<'post_historyLog_list'>) => next ?? undefined,
  staleTime: 0,
});

export type Preview = Answered<'post_undo_id'>;
export type Conflicts = 'skip' | 'overwrite';

export const previewUndo = (id: string, conflicts: Conflicts): Promise<Preview> =>
  api.post('/v3/undo/{id}', { path: { id }, body: { preview: true, conflicts } });

export const undoAction = (id: string, conflicts: Conflicts): Promise<Preview> =>
  api.post('/v3/undo/{id}', { path: { id }, body: { conflicts } });
