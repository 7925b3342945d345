import type { Actor } from '@tessera/kernel';
import type { ServiceStore } from '@tessera/event-store';
import { maskAllows, type Grant } from '../access/can.ts';
import type { Schema } from '../definitions/schema.ts';
import { draftFieldId } from '../definitions/state.ts';
import type { Directory } from '../directory.ts';
import { recordStream, tableStream, type TablesEvent } from '../events.ts';
import { groupHeaders, undoneIds } from '../undo/groups.ts';
import { readActions, readHeaders } from '../undo/read-groups.ts';
import { cellAt, kindOf } from './mapper.ts';
import { cellValue } from './wire.ts';

type FieldChange = { readonly fieldId: string; readonly fieldName: string; readonly before: unknown; readonly after: unknown };
export type HistoryEntry = {
  readonly commitId: string; readonly version: number; readonly time: string;
  readonly actor: { readonly id: string; readonly kind: string; readonly name?: string };
  readonly origin: string; readonly operationId?: string;
  readonly kind: 'created' | 'changed' | 'deleted' | 'restored';
  readonly changes: readonly FieldChange[];
};

const pageSize = 50;

/** One record's part of an event; undefined if the event is not about it. Fields keep their names of today, deleted ones too; hidden ones stay hidden. */
const entryOf = (event: TablesEvent, id: string, schema: Schema, grant: Grant): Pick<HistoryEntry, 'version' | 'kind' | 'changes'> | undefined => {
  if (!('recordIds' in event.value)) return undefined;
  const index = event.value.recordIds.indexOf(id);
  if (index < 0) return undefined;
  const shown = (fieldId: string): string | undefined =>
    fieldId === draftFieldId || !maskAllows(grant.fieldMask, fieldId) ? undefined : schema.all.get(fieldId)?.name;
  switch (event.$case) {
    case 'recordsCreated': {
      const changes = event.value.columns.flatMap((column): FieldChange[] => {
        const fieldName = shown(column.fieldId);
        const cell = cellAt(column, index);
        if (fieldName === undefined || cell === null || cell === undefined) return [];
        return [{ fieldId: column.fieldId, fieldName, before: null, after: cellValue(cell, kindOf(column) ?? 'text') }];
      });
      return { version: 1, kind: 'created', changes };
    }
    case 'cellsChanged': {
      const { before, after, versions } = event.value;
      const changes = after.flatMap((column): FieldChange[] => {
        const fieldName = shown(column.fieldId);
        const cell = cellAt(column, index);
        if (fieldName === undefined || cell === undefined) return [];
        const previous = before.find((b) => b.fieldId === column.fieldId);
        return [{
          fieldId: column.fieldId, fieldName,
          before: previous === undefined ? null : cellValue(cellAt(previous, index), kindOf(previous) ?? 'text'), after: cellValue(cell, kindOf(column) ?? 'text'),
        }];
      });
      return { version: versions[index]!, kind: 'changed', changes };
    }
    case 'recordsDeleted': return { version: event.value.versions[index]!, kind: 'deleted', changes: [] };
    case 'recordsRestored': return { version: event.value.versions[index]!, kind: 'restored', changes: [] };
    default: return undefined;
  }
};

export type HistoryPorts = { readonly store: ServiceStore<TablesEvent>; readonly directory: Directory };

export const createHistory = ({ store, directory }: HistoryPorts) => {
  const namesFor = async (actor: Actor): Promise<ReadonlyMap<string, string>> => (await directory.facts(actor)).names;

  const who = (actor: { readonly kind: string; readonly id: string; readonly userId?: string | undefined }, names: ReadonlyMap<string, string>) => {
    const id = actor.userId ?? actor.id;
    const name = names.get(id);
    return { id, kind: actor.kind, ...(name !== undefined && { name }) };
  };

  return {
    /** A record's history, newest first, fields as the API writes them. Whether the actor may see the record is asked before. */
    async ofRecord(actor: Actor, schema: Schema, grant: Grant, id: string, before: number | undefined): Promise<{ entries: readonly HistoryEntry[]; next?: string }> {
      const commits = await store.history(actor.organizationId, recordStream(schema.table.id), id, { limit: pageSize, ...(before !== undefined && { before }) });
      const names = await namesFor(actor);
      const entries = commits.flatMap((commit) => [...commit.events].reverse().flatMap((event): HistoryEntry[] => {
        const part = entryOf(event, id, schema, grant);
        if (part === undefined) return [];
        return [{
          commitId: commit.id, ...part, time: new Date(commit.time).toISOString(), actor: who(commit.meta.actor, names), origin: commit.meta.origin,
          ...(commit.meta.operationId !== undefined && { operationId: commit.meta.operationId }),
        }];
      }));
      return { entries, ...(commits.length === pageSize && { next: String(commits.at(-1)!.position) }) };
    },

    /** A table's history, newest first, one entry an action: an operation's commits are one. */
    async ofTable(actor: Actor, schema: Schema, grant: Grant, before: number | undefined) {
      const root = tableStream(schema.table.id);
      const { groups, headers, next } = await readActions(store, actor.organizationId, root, pageSize, before);
      // Whether an action was undone stands in later commits: of an older page these are read as well.
      const newer = before === undefined ? [] : (await readHeaders(store, actor.organizationId, { root }, pageSize)).headers.filter((h) => h.position >= before);
      const undone = undoneIds(groupHeaders([...newer, ...headers]));
      const names = await namesFor(actor);
      const entries = await Promise.all(groups.map(async (group) => {
        const details = group.kind.startsWith('records') ? {} : await describe(actor.organizationId, group.commitId, schema, grant);
        return {
          id: group.id, commitId: group.commitId, ...(group.operationId !== undefined && { operationId: group.operationId }),
          time: new Date(group.time).toISOString(), actor: who(group.actor, names), origin: group.origin, kind: group.kind, records: group.records, ...details,
          undone: undone.has(group.id), undoable: !undone.has(group.id), ...(group.undoes !== undefined && { undoes: group.undoes }),
        };
      }));
      return { entries, ...(next !== undefined && { next: String(next) }) };
    },
  };

  /** Which fields an action touched and what it is called, from its newest commit. */
  async function describe(organizationId: string, commitId: string, schema: Schema, grant: Grant): Promise<{ fieldIds?: readonly string[]; label?: string }> {
    const commit = await store.commit(organizationId, commitId);
    const fields = new Set<string>();
    let label: string | undefined;
    for (const event of commit?.events ?? []) {
      switch (event.$case) {
        case 'cellsChanged': for (const column of event.value.after) fields.add(column.fieldId); break;
        case 'fieldAdded': label = event.value.field?.name; break;
        case 'fieldChanged': label = event.value.after?.name; break;
        case 'fieldDeleted': case 'fieldRestored': case 'uniquenessEnded': label = schema.all.get(event.value.fieldId)?.name; break;
        case 'viewCreated': label = event.value.view?.label; break;
        case 'viewChanged': label = event.value.after?.label; break;
        case 'tableCreated': label = event.value.label; break;
        case 'tableDescribed': label = event.value.label ?? event.value.labelBefore; break;
        default:
      }
    }
    const visible = [...fields].filter((id) => id !== draftFieldId && maskAllows(grant.fieldMask, id));
    return { ...(visible.length > 0 && { fieldIds: visible }), ...(label !== undefined && { label }) };
  }
};

export type History = ReturnType<typeof createHistory>;
