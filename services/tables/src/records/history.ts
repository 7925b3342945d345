import type { Actor } from '@tessera/kernel';
import type { ServiceStore } from '@tessera/event-store';
import type { RecordReader } from '@tessera/document-store';
import { everyRow, maskAllows, userOf, type Grant } from '@tessera/proto/rights';
import type { Schema } from '../definitions/schema.ts';
import { draftFieldId } from '../definitions/state.ts';
import type { Directory } from '../directory.ts';
import { recordStream, tableStream, type TablesEvent } from '../events.ts';
import { isEffect } from '../undo/decide.ts';
import { groupHeaders, undoneIds, type ActionGroup } from '../undo/groups.ts';
import { operationHeaders, readActions, readHeaders } from '../undo/read-groups.ts';
import { cellAt, kindOf } from './mapper.ts';
import { cellValue } from './wire.ts';

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
      const { before, after, versions } = event.value;
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
      return { version: versions[index]!, kind: 'changed', changes };
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
  readonly store: ServiceStore<TablesEvent>;
  readonly directory: Directory;
  readonly records: RecordReader;
};

/** Commits of one action that are looked through for records which a narrower right shows. */
const commitsLooked = 200;

export const createHistory = ({ store, directory, records }: HistoryPorts) => {
  /** How many of an action's records the reader may see now: those that are gone or hidden do not count. */
  const countSeen = async (
    organizationId: string,
    tableId: string,
    group: ActionGroup,
    { rowPredicate }: Grant,
  ): Promise<number> => {
    const commitIds =
      group.operationId === undefined
        ? [group.commitId]
        : (await operationHeaders(store, organizationId, group.operationId))
            .slice(0, commitsLooked)
            .map((header) => header.id);
    const ids = new Set<string>();
    for (const id of commitIds) {
      for (const event of (await store.commit(organizationId, id))?.events ?? [])
        if (isEffect(event.$case) && 'recordIds' in event.value && event.value.tableId === tableId)
          event.value.recordIds.forEach((one) => ids.add(one));
    }
    let seen = 0;
    for (const id of ids) if ((await records.one(organizationId, tableId, id, [], rowPredicate)) !== undefined) seen++;
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
    async ofTable(actor: Actor, schema: Schema, grant: Grant, before: number | undefined) {
      const root = tableStream(schema.table.id);
      const { groups, headers, next } = await readActions(store, actor.organizationId, root, pageSize, before);
      // Whether an action was undone stands in later commits: of an older page these are read as well.
      const newer =
        before === undefined
          ? []
          : (await readHeaders(store, actor.organizationId, { root }, pageSize)).headers.filter(
              (h) => h.position >= before,
            );
      const undone = undoneIds(groupHeaders([...newer, ...headers]));
      const names = await namesFor(actor);
      const shown = await Promise.all(
        groups.map(async (group) => {
          if (grant.rowPredicate === everyRow || group.records === 0) return group;
          const seen = await countSeen(actor.organizationId, schema.table.id, group, grant);
          return seen === 0 ? [] : { ...group, records: seen };
        }),
      );
      const entries = await Promise.all(
        shown.flat().map(async (group) => {
          const details = group.kind.startsWith('records') ? {} : await describe(actor, group.commitId, schema, grant);
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
            undone: undone.has(group.id),
            undoable: !undone.has(group.id),
            ...(group.undoes !== undefined && { undoes: group.undoes }),
          };
        }),
      );
      return { entries, ...(next !== undefined && { next: String(next) }) };
    },
  };

  /** Which fields an action touched and what it is called, from its newest commit. */
  async function describe(
    actor: Actor,
    commitId: string,
    schema: Schema,
    grant: Grant,
  ): Promise<{ fieldIds?: readonly string[]; label?: string }> {
    const commit = await store.commit(actor.organizationId, commitId);
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
          for (const column of event.value.after) fields.add(column.fieldId);
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
    const visible = [...fields].filter((id) => id !== draftFieldId && maskAllows(grant.fieldMask, id));
    return { ...(visible.length > 0 && { fieldIds: visible }), ...(label !== undefined && { label }) };
  }
};

export type History = ReturnType<typeof createHistory>;
