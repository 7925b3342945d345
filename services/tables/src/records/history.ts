import { isLinkChange, toldLinks } from '../links/change.ts';
import { systemColumns, type Actor } from '@tessera/kernel';
import type { CommitHeader, ServiceLog } from '@tessera/event-store';
import {
  operationHeaders,
  readActions,
  readHeaders,
  undoneIds,
  type ActionGroup,
  type Keep,
} from '@tessera/event-store/actions';
import type { RecordReader } from '@tessera/document-store';
import { everyRow, maskAllows, userOf, type Grant } from '@tessera/proto/rights';
import type { Schema } from '../definitions/schema.ts';
import { draftFieldId } from '../definitions/state.ts';
import type { Directory } from '@tessera/runtime/directory';
import { isEffect, recordStream, tableStream, type TablesEvent } from '../events.ts';
import { groupHeaders } from '../undo/kinds.ts';
import { createLabels } from './labels.ts';
import { cellAt, kindOf } from '@tessera/proto/cells';
import { changedIds, changesOf, plannedValue, valueOf, type ToldChange, type ToldValue } from './told.ts';
import { cellValue } from './wire.ts';
import { invalid, notFound } from '../refusals.ts';

type FieldChange = {
  readonly fieldId: string;
  readonly fieldName: string;
  readonly before: unknown;
  readonly after: unknown;
};
export type HistoryEntry = {
  readonly commitId: string;
  readonly version: number;
  readonly time: string;
  readonly actor: { readonly id: string; readonly kind: string; readonly name?: string };
  readonly origin: string;
  readonly operationId?: string;
  readonly kind: 'created' | 'changed' | 'deleted' | 'restored';
  readonly changes: readonly FieldChange[];
};

const pageSize = 50;

/**
 * While a field is converted its writes have a column for each of its two forms: the first is what the writer wrote.
 */
const once = <C extends { readonly fieldId: string }>(columns: readonly C[]): readonly C[] =>
  columns.filter((column, i) => columns.findIndex((c) => c.fieldId === column.fieldId) === i);

/**
 * One record's part of an event; undefined if the event is not about it. Fields keep their names of today, deleted ones
 * too; hidden ones stay hidden.
 */
const entryOf = (
  event: TablesEvent,
  id: string,
  schema: Schema,
  grant: Grant,
  asText: boolean,
): Pick<HistoryEntry, 'version' | 'kind' | 'changes'> | undefined => {
  if (!('recordIds' in event.value)) return undefined;
  const index = event.value.recordIds.indexOf(id);
  if (index < 0) return undefined;
  const shown = (fieldId: string): string | undefined =>
    fieldId === draftFieldId || !maskAllows(grant.fieldMask, fieldId) ? undefined : schema.all.get(fieldId)?.name;
  switch (event.$case) {
    case 'recordsCreated': {
      const changes = once(event.value.columns).flatMap((column): FieldChange[] => {
        const fieldName = shown(column.fieldId);
        const cell = cellAt(column, index);
        if (fieldName === undefined || cell === null || cell === undefined) return [];
        return [
          {
            fieldId: column.fieldId,
            fieldName,
            before: null,
            after: cellValue(cell, kindOf(column) ?? 'text', asText),
          },
        ];
      });
      return { version: 1, kind: 'created', changes };
    }
    case 'cellsChanged': {
      const { before, after, versions, links } = event.value;
      const changes = once(after).flatMap((column): FieldChange[] => {
        const fieldName = shown(column.fieldId);
        const cell = cellAt(column, index);
        if (fieldName === undefined || cell === undefined) return [];
        const previous = before.find((b) => b.fieldId === column.fieldId);
        return [
          {
            fieldId: column.fieldId,
            fieldName,
            before:
              previous === undefined ? null : cellValue(cellAt(previous, index), kindOf(previous) ?? 'text', asText),
            after: cellValue(cell, kindOf(column) ?? 'text', asText),
          },
        ];
      });
      const linked = links.flatMap(({ fieldId, changes: made }): FieldChange[] => {
        const fieldName = shown(fieldId);
        const change = made[index];
        if (fieldName === undefined || change === undefined || !isLinkChange(change)) return [];
        return [{ fieldId, fieldName, before: null, after: toldLinks(change) }];
      });
      return { version: versions[index]!, kind: 'changed', changes: [...changes, ...linked] };
    }
    case 'recordsDeleted':
      return { version: event.value.versions[index]!, kind: 'deleted', changes: [] };
    case 'recordsRestored':
      return { version: event.value.versions[index]!, kind: 'restored', changes: [] };
    default:
      return undefined;
  }
};

export type HistoryPorts = {
  readonly store: ServiceLog<TablesEvent>;
  readonly directory: Directory;
  readonly records: RecordReader;
};

/** Commits of one action that are looked through for records which a narrower right shows. */
const commitsLooked = 200;
/** Changes of one action that a page tells, in records and in bytes of their values. */
const changesTold = 50;
const bytesTold = 256 * 1024;
/** Fields of one record that a page tells; how many more there are is said. */
const fieldsTold = 30;
/** Records of one action that a page looks at: a narrower right may leave few of them. */
const changesLooked = 2_000;

/** What kinds of actions a reader may ask for. */
export const actionKinds = ['added', 'changed', 'deleted', 'restored', 'table', 'imported', 'undone'] as const;
export type ActionKind = (typeof actionKinds)[number];
/** `actors` and `kinds` narrow; empty ones do not. */
export type HistoryFilter = { readonly actors: readonly string[]; readonly kinds: readonly ActionKind[] };

const kindsOf = (group: ActionGroup): readonly ActionKind[] => {
  const { kind, origin, undoes } = group;
  const own: ActionKind =
    kind === 'recordsCreated'
      ? 'added'
      : kind === 'cellsChanged'
        ? 'changed'
        : kind === 'recordsDeleted'
          ? 'deleted'
          : kind === 'recordsRestored'
            ? 'restored'
            : 'table';
  return [
    own,
    ...(origin === 'import' ? (['imported'] as const) : []),
    ...(undoes === undefined ? [] : (['undone'] as const)),
  ];
};

const keepOf =
  ({ actors, kinds }: HistoryFilter): Keep =>
  (group) =>
    (actors.length === 0 || actors.includes(group.actor.userId ?? group.actor.id)) &&
    (kinds.length === 0 || kindsOf(group).some((kind) => kinds.includes(kind)));

const notThere = () => notFound('history.not_found');

/** Where a page of an action's changes goes on: the number of its commit, oldest first, and of the change in it. */
const placeOf = (after: string | undefined): readonly [number, number] => {
  const [, commit, change] = /^(\d{1,9})\.(\d{1,9})$/.exec(after ?? '0.0') ?? [];
  if (commit === undefined || change === undefined)
    throw invalid('request.invalid', {
      issues: [{ path: 'query.after', message: 'expected the `next` of an earlier page' }],
    });
  return [Number(commit), Number(change)];
};

export const createHistory = ({ store, directory, records }: HistoryPorts) => {
  const labels = createLabels({ store, directory, records });
  const isWhole = ({ rowPredicate, fieldMask }: Grant): boolean => rowPredicate === everyRow && fieldMask === 'all';

  /** The ids of an action's commits with effects, the newest first. */
  const commitsOf = async (organizationId: string, group: ActionGroup): Promise<readonly CommitHeader['id'][]> =>
    group.operationId === undefined || group.id !== group.operationId
      ? [group.commitId]
      : (await operationHeaders(store, organizationId, group.operationId))
          .filter((header) => header.events.some((event) => isEffect(event.type)))
          .map((header) => header.id);

  /**
   * How many of an action's records the reader may see now: those that are gone or hidden do not count, nor edits of
   * hidden fields.
   */
  const countSeen = async (
    organizationId: string,
    schema: Schema,
    group: ActionGroup,
    grant: Grant,
  ): Promise<number> => {
    const ids = new Set<string>();
    for (const id of (await commitsOf(organizationId, group)).slice(0, commitsLooked))
      for (const event of (await store.commit(organizationId, id))?.events ?? [])
        if (isEffect(event.$case)) for (const one of changedIds(event, schema, grant)) ids.add(one);
    if (grant.rowPredicate === everyRow) return ids.size;
    let seen = 0;
    for (const id of ids)
      if ((await records.one(organizationId, schema.table.id, id, [], grant.rowPredicate)) !== undefined) seen++;
    return seen;
  };

  const namesFor = async (actor: Actor): Promise<ReadonlyMap<string, string>> => (await directory.facts(actor)).names;

  const who = (
    actor: { readonly kind: string; readonly id: string; readonly userId?: string | undefined },
    names: ReadonlyMap<string, string>,
  ) => {
    const id = actor.userId ?? actor.id;
    const name = names.get(id);
    return { id, kind: actor.kind, ...(name !== undefined && { name }) };
  };

  return {
    /**
     * A record's history, newest first, fields as the API writes them. Whether the actor may see the record is asked
     * before.
     */
    async ofRecord(
      actor: Actor,
      schema: Schema,
      grant: Grant,
      id: string,
      before: number | undefined,
      asText = false,
    ): Promise<{ entries: readonly HistoryEntry[]; next?: string }> {
      const commits = await store.history(actor.organizationId, recordStream(schema.table.id), id, {
        limit: pageSize,
        ...(before !== undefined && { before }),
      });
      const names = await namesFor(actor);
      const entries = commits.flatMap((commit) =>
        [...commit.events].reverse().flatMap((event): HistoryEntry[] => {
          const part = entryOf(event, id, schema, grant, asText);
          if (part === undefined) return [];
          return [
            {
              commitId: commit.id,
              ...part,
              time: new Date(commit.time).toISOString(),
              actor: who(commit.meta.actor, names),
              origin: commit.meta.origin,
              ...(commit.meta.operationId !== undefined && { operationId: commit.meta.operationId }),
            },
          ];
        }),
      );
      // A page ends where it is large as well: only that of the first version is the last.
      const last = commits.at(-1);
      const more = last !== undefined && entries.at(-1)?.kind !== 'created';
      return { entries, ...(more && { next: String(last.position) }) };
    },

    /** A table's history, newest first, one entry an action: an operation's commits are one. */
    async ofTable(actor: Actor, schema: Schema, grant: Grant, before: number | undefined, filter: HistoryFilter) {
      const root = tableStream(schema.table.id);
      const { groups, headers, next } = await readActions(
        store,
        groupHeaders,
        actor.organizationId,
        { root },
        pageSize,
        before,
        keepOf(filter),
      );
      // Whether an action was undone stands in later commits: of an older page these are read as well.
      const newer =
        before === undefined
          ? []
          : (await readHeaders(store, groupHeaders, actor.organizationId, { root }, pageSize)).headers.filter(
              (h) => h.position >= before,
            );
      const undone = undoneIds(groupHeaders([...newer, ...headers]));
      const entries = await entriesOf(actor, schema, grant, groups, undone);
      return { entries, ...(next !== undefined && { next: String(next) }) };
    },

    /** Actions as the history of their table tells them; those that the reader may not see are left out. */
    ofGroups: (actor: Actor, schema: Schema, grant: Grant, groups: readonly ActionGroup[]) =>
      entriesOf(actor, schema, grant, groups, new Set()),

    /**
     * One action: its entry, and page by page what it did to each record, in the order in which it did it. Throws
     * `history.not_found` for what is none of this table's, or not the reader's to see.
     */
    async ofAction(actor: Actor, schema: Schema, grant: Grant, id: string, after: string | undefined, only?: 'entry') {
      const { organizationId } = actor;
      const [firstCommit, firstChange] = placeOf(after);
      const group = await groupOf(organizationId, schema, id);
      const root = tableStream(schema.table.id);
      const { headers } = await readHeaders(store, groupHeaders, organizationId, { root }, pageSize);
      const [entry] = await entriesOf(actor, schema, grant, [group], undoneIds(groupHeaders(headers)));
      if (entry === undefined) throw notThere();
      if (only === 'entry') return { entry, changes: [] };
      const commits = (await commitsOf(organizationId, group)).toReversed();
      const changes: (ToldChange & {
        readonly recordLabel?: string;
        readonly live: boolean;
        readonly more?: number;
      })[] = [];
      let [bytes, looked] = [0, 0];
      for (let commit = firstCommit; commit < commits.length; commit++) {
        const events = (await store.commit(organizationId, commits[commit]!))?.events ?? [];
        const from = commit === firstCommit ? firstChange : 0;
        let passed = 0;
        for (const event of events) {
          if (!isEffect(event.$case)) continue;
          const length = changedIds(event, schema, { ...grant, fieldMask: 'all' }).length;
          const start = Math.max(0, from - passed);
          // A page at most is made ready at once: an event may have a thousand records.
          for (let at = start; at < length; at += changesTold) {
            if (changes.length >= changesTold || bytes > bytesTold || looked >= changesLooked)
              return { entry, changes, next: `${commit}.${passed + at}` };
            const some = changesOf(event, schema, grant, (i) => i >= at && i < at + changesTold);
            const named = await labels(
              actor,
              schema,
              grant,
              some.map((one) => one.recordId),
            );
            looked += Math.min(changesTold, length - at);
            for (const one of some) {
              const known = named.get(one.recordId);
              if (known === undefined) continue;
              const fields = one.fields.slice(0, fieldsTold);
              bytes += JSON.stringify(fields).length;
              changes.push({
                ...one,
                fields,
                live: known.live,
                ...(known.label !== undefined && { recordLabel: known.label }),
                ...(one.fields.length > fields.length && { more: one.fields.length - fields.length }),
              });
            }
          }
          passed += length;
        }
      }
      return { entry, changes };
    },

    /** Records in the trash, the one that was deleted last first, each with who deleted it and when. */
    async deleted(
      actor: Actor,
      schema: Schema,
      grant: Grant,
      page: { readonly limit: number; readonly after?: string | undefined },
      signal?: AbortSignal,
    ) {
      const { rows, next } = await records.rows(
        actor.organizationId,
        {
          table: schema.table.id,
          select: [],
          where: everyRow,
          allow: grant.rowPredicate,
          sort: [{ by: { kind: 'field', column: systemColumns.updatedAt, storage: 'instant' }, order: 'desc' }],
          limit: page.limit,
          deleted: true,
          ...(page.after !== undefined && { after: page.after }),
        },
        { ...(signal && { signal }), asker: actor.id },
      );
      const names = await namesFor(actor);
      const named = await labels(
        actor,
        schema,
        { ...grant, rowPredicate: everyRow },
        rows.map((row) => row.id),
      );
      return {
        records: rows.map((row) => {
          const { label } = named.get(row.id) ?? {};
          const name = names.get(row.updatedBy);
          return {
            id: row.id,
            ...(label !== undefined && { label }),
            deletedAt: new Date(row.updatedAt).toISOString(),
            deletedBy: { id: row.updatedBy, ...(name !== undefined && { name }) },
          };
        }),
        ...(next !== undefined && { next }),
      };
    },
  };

  /** The action that a commit or an operation is; the refusal where it did nothing to this table. */
  async function groupOf(organizationId: string, schema: Schema, id: string): Promise<ActionGroup> {
    const root = tableStream(schema.table.id);
    const commit = id.includes('.') ? await store.commit(organizationId, id) : undefined;
    const list =
      commit === undefined
        ? id.includes('.')
          ? []
          : await operationHeaders(store, organizationId, id)
        : await store.headers(organizationId, { root, before: commit.position + 1, limit: 1 });
    const newest = list.find((header) => header.events.some((event) => isEffect(event.type)));
    if (newest === undefined || (commit !== undefined && newest.id !== id)) throw notThere();
    // Operations are found by their id alone: one of another table is none of this one's.
    const here = await store.headers(organizationId, { root, before: newest.position + 1, limit: 1 });
    const [group] = groupHeaders(list);
    if (here[0]?.id !== newest.id || group === undefined) throw notThere();
    return group;
  }

  async function entriesOf(
    actor: Actor,
    schema: Schema,
    grant: Grant,
    groups: readonly ActionGroup[],
    undone: ReadonlySet<string>,
  ) {
    const names = await namesFor(actor);
    const shown = await Promise.all(
      groups.map(async (group) => {
        if (isWhole(grant) || group.records === 0) return group;
        const seen = await countSeen(actor.organizationId, schema, group, grant);
        return seen === 0 ? [] : { ...group, records: seen };
      }),
    );
    const told = await Promise.all(
      shown.flat().map(async (group) => ({ group, details: await describe(actor, group, schema, grant) })),
    );
    const named = await labels(
      actor,
      schema,
      grant,
      told.flatMap(({ details }) => details.recordId ?? []),
    );
    return told.map(({ group, details }) => {
      const label = details.recordId === undefined ? undefined : named.get(details.recordId);
      return {
        id: group.id,
        commitId: group.commitId,
        ...(group.operationId !== undefined && { operationId: group.operationId }),
        time: new Date(group.time).toISOString(),
        actor: who(group.actor, names),
        origin: group.origin,
        kind: group.kind,
        records: group.records,
        ...details,
        ...(label !== undefined && { live: label.live }),
        ...(label?.label !== undefined && { recordLabel: label.label }),
        undone: undone.has(group.id),
        undoable: !undone.has(group.id),
        ...(group.undoes !== undefined && { undoes: group.undoes }),
      };
    });
  }

  /** The value of bulk work whose newest commit is not all of it: its plan says what every record got. */
  async function planned(
    actor: Actor,
    group: ActionGroup,
    schema: Schema,
    grant: Grant,
  ): Promise<ToldValue | undefined> {
    if (group.operationId === undefined) return undefined;
    const headers = await operationHeaders(store, actor.organizationId, group.operationId);
    const started = headers.findLast((header) => header.events.some((event) => event.type === 'operationStarted'));
    if (started === undefined) return undefined;
    for (const event of (await store.commit(actor.organizationId, started.id))?.events ?? [])
      if (event.$case === 'operationStarted') return plannedValue(event.value, schema, grant);
    return undefined;
  }

  /** Which fields an action touched, its one record and its one value, and what it is called, from its newest commit. */
  async function describe(
    actor: Actor,
    group: ActionGroup,
    schema: Schema,
    grant: Grant,
  ): Promise<{
    fieldIds?: readonly string[];
    fieldNames?: readonly string[];
    label?: string;
    recordId?: string;
    value?: ToldValue;
  }> {
    if (group.kind.startsWith('records') && group.records > 1) return {};
    const commit = await store.commit(actor.organizationId, group.commitId);
    const named = (id: string | undefined, name: string | undefined): string | undefined =>
      id !== undefined && maskAllows(grant.fieldMask, id) ? name : undefined;
    const viewName = (
      view: { readonly label: string; readonly ownerUserId: string } | undefined,
    ): string | undefined =>
      view !== undefined && (view.ownerUserId === '' || view.ownerUserId === userOf(actor)) ? view.label : undefined;
    const fields = new Set<string>();
    let label: string | undefined;
    for (const event of commit?.events ?? []) {
      switch (event.$case) {
        case 'cellsChanged':
          for (const { fieldId } of [...event.value.after, ...event.value.links]) fields.add(fieldId);
          break;
        case 'fieldAdded':
          label = named(event.value.field?.id, event.value.field?.name);
          break;
        case 'fieldChanged':
          label = named(event.value.after?.id, event.value.after?.name);
          break;
        case 'fieldDeleted':
        case 'fieldRestored':
        case 'uniquenessEnded':
          label = named(event.value.fieldId, schema.all.get(event.value.fieldId)?.name);
          break;
        case 'viewCreated':
          label = viewName(event.value.view);
          break;
        case 'viewChanged':
          label = viewName(event.value.after);
          break;
        case 'tableCreated':
          label = event.value.label;
          break;
        case 'tableDescribed':
          label = event.value.label ?? event.value.labelBefore;
          break;
        default:
      }
    }
    const visible = [...fields].filter(
      (id) => id !== draftFieldId && maskAllows(grant.fieldMask, id) && schema.all.has(id),
    );
    const touched = new Set(
      (commit?.events ?? []).flatMap((event) => (isEffect(event.$case) ? changedIds(event, schema, grant) : [])),
    );
    const recordId = group.records === 1 && touched.size === 1 ? [...touched][0] : undefined;
    const value =
      group.kind !== 'cellsChanged' || commit === undefined
        ? undefined
        : touched.size >= group.records
          ? valueOf(commit, schema, grant)
          : await planned(actor, group, schema, grant);
    return {
      ...(visible.length > 0 && {
        fieldIds: visible,
        fieldNames: visible.map((id) => schema.all.get(id)?.name ?? ''),
      }),
      ...(label !== undefined && { label }),
      ...(recordId !== undefined && { recordId }),
      ...(value !== undefined && { value }),
    };
  }
};

export type History = ReturnType<typeof createHistory>;
