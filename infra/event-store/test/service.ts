import {
  declareRefusals,
  read,
  type Advance,
  type Aggregate,
  type Claim,
  type CommandHandler,
  type Decision,
  type ModelOp,
  type Row,
  type StoredCommit,
  type WriteModule,
} from '@tessera/kernel';

const { conflict, invalid, notFound } = declareRefusals({
  'list.exists': ['conflict', 'There is such a list.'],
  'list.not_found': ['not_found', 'There is no such list.'],
  'column.unknown': ['invalid', 'There is no such column.'],
  'item.not_found': ['not_found', 'There is no such item.'],
});

/**
 * A small service for the suites: lists with a definition that is folded, and items that are records. Its events are
 * JSON.
 */
export type ListState = { readonly label: string; readonly columns: readonly string[]; readonly changes: number };
export type ListEvent =
  | { readonly type: 'listMade'; readonly list: string; readonly label: string; readonly columns: readonly string[] }
  | { readonly type: 'listLabelled'; readonly list: string; readonly before: string; readonly after: string }
  | {
      readonly type: 'itemsAdded';
      readonly list: string;
      readonly ids: readonly string[];
      readonly columns: readonly (readonly [string, readonly (string | null)[]])[];
    }
  | {
      readonly type: 'itemsSet';
      readonly list: string;
      readonly ids: readonly string[];
      readonly versions: readonly number[];
      readonly column: string;
      readonly before: readonly (string | null)[];
      readonly after: readonly (string | null)[];
    }
  | {
      readonly type: 'itemsRemoved' | 'itemsPutBack';
      readonly list: string;
      readonly ids: readonly string[];
      readonly versions: readonly number[];
    }
  | { readonly type: 'noted'; readonly note: string; readonly text: string };

type Handler<C, S, A> = CommandHandler<C, S, ListEvent, A>;
const listStream = (list: string): string => `list:${list}`;
const itemsStream = (list: string): string => `record:${list}`;
const one = (event: ListEvent, ...advances: Advance[]): Decision<ListEvent> => ({ events: [{ event, advances }] });

const make: Handler<{ list: string; label: string; columns: string[] }, { version: number }, { list: string }> = {
  *load({ list }) {
    const { version } = yield* read.snapshot<ListState>(listStream(list));
    return { version };
  },
  decide({ list, label, columns }, { version }) {
    if (version > 0) throw conflict('list.exists', 'There is such a list.');
    return one({ type: 'listMade', list, label, columns }, { stream: listStream(list), version: 1 });
  },
  *answer({ list }) {
    return { list };
  },
};

const label: Handler<
  { list: string; label: string; explode?: string },
  { version: number; state: ListState | undefined },
  { label: string; version: number }
> = {
  *load({ list, explode }) {
    if (explode === 'load') throw new Error('a defect while loading');
    return yield* read.snapshot<ListState>(listStream(list));
  },
  decide({ list, label: after, explode }, { version, state }) {
    if (explode === 'decide') throw new Error('a defect while deciding');
    if (state === undefined) throw notFound('list.not_found', 'There is no such list.');
    if (state.label === after) return { events: [] };
    return one(
      { type: 'listLabelled', list, before: state.label, after },
      { stream: listStream(list), version: version + (explode === 'version' ? 2 : 1) },
    );
  },
  *answer({ list, explode }) {
    if (explode === 'answer') throw new Error('a defect while answering');
    const { version, state } = yield* read.snapshot<ListState>(listStream(list));
    return { label: state!.label, version };
  },
};

type Add = {
  list: string;
  id?: string;
  ids?: string[];
  count?: number;
  columns?: Record<string, (string | null)[]>;
  unique?: string[];
};
const add: Handler<Add, ListState | undefined, { ids: readonly string[]; rows?: number }> = {
  *load({ list }) {
    return (yield* read.snapshot<ListState>(listStream(list))).state;
  },
  decide({ list, id, ids, count = 1, columns = {}, unique = [] }, state, env) {
    if (state === undefined) throw notFound('list.not_found', 'There is no such list.');
    for (const column of Object.keys(columns))
      if (!state.columns.includes(column)) throw invalid('column.unknown', 'There is no such column.');
    const made = ids ?? (id === undefined ? Array.from({ length: count }, () => env.newId()) : [id]);
    const event: ListEvent = { type: 'itemsAdded', list, ids: made, columns: Object.entries(columns) };
    const claims = unique.map((key, i): Claim => ({ scope: `unique:${list}`, key, owner: made[i]! }));
    return { events: [{ event, advances: [{ stream: itemsStream(list), ids: made }] }], claims };
  },
  *answer({ list }, events) {
    const added = events[0] as Extract<ListEvent, { type: 'itemsAdded' }>;
    const rows = yield* read.rows(list, added.ids.slice(0, 1));
    return {
      ids: added.ids.length > 100 ? added.ids.slice(0, 1) : added.ids,
      rows: rows.filter((r) => r !== undefined).length,
    };
  },
};

const set: Handler<
  { list: string; ids: string[]; column: string; values: (string | null)[]; versions?: number[] },
  readonly (Row | undefined)[],
  { versions: number[] }
> = {
  merges: true,
  *load({ list, ids }) {
    return yield* read.rows(list, ids);
  },
  decide({ list, ids, column, values, versions }, rows) {
    if (rows.some((r) => r === undefined || r.deleted)) throw notFound('item.not_found', 'There is no such item.');
    const next = versions ?? rows.map((r) => r!.version + 1);
    const before = rows.map((r) => (r!.cells[column] ?? null) as string | null);
    return one(
      { type: 'itemsSet', list, ids, versions: next, column, before, after: values },
      { stream: itemsStream(list), ids, versions: next },
    );
  },
  *answer({ list, ids }) {
    return { versions: (yield* read.rows(list, ids)).map((r) => r!.version) };
  },
};

const remove: Handler<
  { list: string; ids: string[]; back?: boolean; release?: { key: string; owner: string }[] },
  readonly (Row | undefined)[],
  { removed: number }
> = {
  *load({ list, ids }) {
    return yield* read.rows(list, ids);
  },
  decide({ list, ids, back = false, release = [] }, rows) {
    if (rows.some((r) => r === undefined || r.deleted !== back))
      throw notFound('item.not_found', 'There is no such item.');
    const versions = rows.map((r) => r!.version + 1);
    const event: ListEvent = { type: back ? 'itemsPutBack' : 'itemsRemoved', list, ids, versions };
    return {
      ...one(event, { stream: itemsStream(list), ids, versions }),
      releases: release.map((r) => ({ scope: `unique:${list}`, ...r })),
    };
  },
  *answer({ ids }) {
    return { removed: ids.length };
  },
};

/** Notes many streams in one commit; `text` may be made not to project. */
const note: Handler<{ notes: string[]; text: string }, number[], { notes: number }> = {
  *load({ notes }) {
    const versions: number[] = [];
    for (const n of notes) versions.push((yield* read.snapshot(`note:${n}`)).version);
    return versions;
  },
  decide: ({ notes, text }, versions) => ({
    events: notes.map((n, i) => ({
      event: { type: 'noted', note: n, text },
      advances: [{ stream: `note:${n}`, version: versions[i]! + 1 }],
    })),
  }),
  *answer({ notes }) {
    return { notes: notes.length };
  },
};

type Look = {
  list: string;
  ids?: string[];
  keys?: string[];
  commit?: string;
  since?: number;
  seen?: { id: string; after: number; through: number }[];
};
/** Writes nothing; answers what every kind of read gives. */
const look: Handler<Look, unknown, unknown> = {
  *load() {
    return undefined;
  },
  decide: () => ({ events: [] }),
  *answer({ list, ids = [], keys = [], commit, since = 0, seen = [] }) {
    return {
      snapshot: yield* read.snapshot(listStream(list)),
      document: yield* read.document('lists', list),
      documents: (yield* read.documents('lists', { label: 'found' })).length,
      rows: yield* read.rows(list, ids),
      claims: (yield* read.claims(`unique:${list}`, keys)).map((o) => o ?? null),
      commit:
        commit === undefined
          ? null
          : (((yield* read.commit<ListEvent>(commit)) as StoredCommit<ListEvent> | undefined) ?? null),
      changedSince: yield* read.changedSince(list, ids, since),
      changedAfter: yield* read.changedAfter(list, seen),
    };
  },
};

const lists: Aggregate<ListState, ListEvent> = {
  kind: 'list',
  version: 1,
  initial: { label: '', columns: [], changes: 0 },
  evolve(state, event) {
    if (event.type === 'listMade') return { label: event.label, columns: event.columns, changes: 0 };
    if (event.type === 'listLabelled') return { ...state, label: event.after, changes: state.changes + 1 };
    return state;
  },
};

const project = (event: ListEvent, state: (stream: string) => unknown): ModelOp[] => {
  switch (event.type) {
    case 'listMade': {
      const columns = event.columns.map((column) => ({ column, kind: 'text' as const }));
      return [
        { op: 'table.create', table: event.list, columns },
        { op: 'document.put', collection: 'lists', id: event.list, document: { label: event.label } },
      ];
    }
    case 'listLabelled':
      return [
        {
          op: 'document.put',
          collection: 'lists',
          id: event.list,
          document: { label: event.after, changes: (state(listStream(event.list)) as ListState).changes },
        },
      ];
    case 'itemsAdded':
      return [
        {
          op: 'rows.insert',
          table: event.list,
          ids: event.ids,
          columns: event.columns.map(([column, cells]) => ({ column, cells })),
        },
      ];
    case 'itemsSet':
      return [
        {
          op: 'rows.update',
          table: event.list,
          ids: event.ids,
          versions: event.versions,
          columns: [{ column: event.column, cells: event.after }],
        },
      ];
    case 'itemsRemoved':
    case 'itemsPutBack':
      return [
        {
          op: event.type === 'itemsRemoved' ? 'rows.delete' : 'rows.restore',
          table: event.list,
          ids: event.ids,
          versions: event.versions,
        },
      ];
    case 'noted':
      if (event.text === 'does not project') throw new Error('a defect while projecting');
      return [{ op: 'document.put', collection: 'notes', id: event.note, document: { text: event.text } }];
  }
};

const focus = (event: ListEvent, item: string): ListEvent => {
  if (event.type !== 'itemsAdded' && event.type !== 'itemsSet') return event;
  const i = event.ids.indexOf(item);
  const at = <T>(values: readonly T[]): T[] => values.slice(i, i + 1);
  return event.type === 'itemsAdded'
    ? { ...event, ids: [item], columns: event.columns.map(([c, v]) => [c, at(v)] as const) }
    : { ...event, ids: [item], versions: at(event.versions), before: at(event.before), after: at(event.after) };
};

const erase = (event: ListEvent, _stream: string, items: ReadonlySet<string>): ListEvent | undefined => {
  if (!('ids' in event)) return event;
  const keep = <T>(values: readonly T[]): T[] => values.filter((_, i) => !items.has(event.ids[i]!));
  const ids = keep(event.ids);
  if (ids.length === 0) return undefined;
  switch (event.type) {
    case 'itemsAdded':
      return { ...event, ids, columns: event.columns.map(([c, v]) => [c, keep(v)] as const) };
    case 'itemsSet':
      return { ...event, ids, versions: keep(event.versions), before: keep(event.before), after: keep(event.after) };
    default:
      return { ...event, ids, versions: keep(event.versions) };
  }
};

/** Labels and notes may name a person. */
const personal: NonNullable<WriteModule<ListEvent>['personal']> = {
  event: (event, { addresses }) => {
    const named = (text: string): boolean => addresses.some((address) => text.includes(address));
    const clean = (text: string): string => (named(text) ? '' : text);
    switch (event.type) {
      case 'listMade':
        return named(event.label) ? { ...event, label: '' } : undefined;
      case 'listLabelled':
        return named(event.before + event.after)
          ? { ...event, before: clean(event.before), after: clean(event.after) }
          : undefined;
      case 'noted':
        return named(event.text) ? { ...event, text: '' } : undefined;
      default:
        return undefined;
    }
  },
  document: () => undefined,
};

export const listsModule = (service: string, projectionVersion = 1): WriteModule<ListEvent> => ({
  service,
  events: {
    encode: (event) => ({ type: event.type, bytes: Buffer.from(JSON.stringify(event)) }),
    decode: (_type, bytes) =>
      JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as ListEvent,
  },
  aggregates: [lists],
  projections: [
    { name: 'lists', version: projectionVersion, project: (event, _context, state) => project(event, state) },
  ],
  collections: [
    { name: 'lists', indexes: ['label'] },
    { name: 'notes', indexes: [] },
  ],
  commands: { make, label, add, set, remove, note, look },
  focus,
  erase,
  personal,
  notices: (event) =>
    'ids' in event
      ? [{ topic: `table:${event.list}`, kind: 'changed', ids: event.ids.length > 100 ? 'many' : event.ids }]
      : [],
});
