import type { RecordReader } from '@tessera/document-store';
import type { ServiceLog } from '@tessera/event-store';
import { groupingBy, listActions, type ActionGroup, type ToldAction } from '@tessera/event-store/actions';
import { isRejection, type Actor, type StoredCommit } from '@tessera/kernel';
import type { ActionPage, ActionQuery } from '@tessera/proto/log/v1/actions';
import { can, requireRight } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { isComment, isEffect, tableStream, type TablesEvent } from '../events.ts';
import { createHistory } from '../records/history.ts';
import { createLabels } from '../records/labels.ts';
import type { OpenedTable, Queries } from '../records/query.ts';
import { tableActions } from '../undo/kinds.ts';

/** As in the history of a table; what people say of records is an action as well. */
const grouped = groupingBy({ ...tableActions, isEffect: (type) => isEffect(type) || isComment(type) });

type Commit = StoredCommit<TablesEvent> | undefined;
type Ports = {
  readonly store: ServiceLog<TablesEvent>;
  readonly queries: Pick<Queries, 'open'>;
  readonly directory: Directory;
  readonly records: RecordReader;
};

const tableIdOf = (commit: Commit): string | undefined =>
  commit?.events.flatMap(({ value }) => ('tableId' in value ? [value.tableId] : []))[0];

/** What the log alone says of a table that is gone for good: its name when it went. */
const ofErased = (commit: Commit, tableId: string): ToldAction => {
  const erased = commit?.events.find(({ $case }) => $case === 'tableErased');
  const label = erased?.$case === 'tableErased' ? erased.value.label : '';
  const table = { kind: 'table', id: tableId, label, live: false };
  return { undoable: false, object: table, table };
};

const isOfTable = (kind: string): boolean => kind.startsWith('table');

/** What was done to tables, their fields, views, records and comments, for those who may read the history of all. */
export const createActions = ({ store, queries, directory, records }: Ports) => {
  const labels = createLabels({ store, directory, records });

  const opened = async (actor: Actor, tableId: string): Promise<OpenedTable | 'erased' | undefined> => {
    try {
      return await queries.open(actor, 'records.read', tableId, { archived: true });
    } catch (error) {
      if (!isRejection(error) || error.kind === 'unavailable') throw error;
      return can(actor, 'records.read', tableId).allow ? 'erased' : undefined;
    }
  };

  /** A comment, by the record that it is about. */
  const tellComment = async (actor: Actor, commit: Commit, { schema, grant }: OpenedTable) => {
    const event = commit?.events.find(({ $case }) => isComment($case));
    const recordId = event !== undefined && 'recordId' in event.value ? event.value.recordId : undefined;
    if (recordId === undefined) return undefined;
    const known = (await labels(actor, schema, grant, [recordId])).get(recordId);
    return known && { kind: 'record', id: recordId, label: known.label ?? '', live: known.live };
  };

  return async (actor: Actor, query: ActionQuery): Promise<ActionPage> => {
    requireRight(actor, 'history.read');
    const { organizationId } = actor;
    const commits = new Map<string, Promise<Commit>>();
    const commit = (of: string, id: string): Promise<Commit> => {
      const known = commits.get(id) ?? store.commit(of, id);
      commits.set(id, known);
      return known;
    };
    const history = createHistory({ store: { ...store, commit }, directory, records });

    const tell = async (groups: readonly ActionGroup[]): Promise<readonly (ToldAction | undefined)[]> => {
      const tables = await Promise.all(
        groups.map(async ({ commitId }) => tableIdOf(await commit(organizationId, commitId))),
      );
      const told = new Map<string, ToldAction>();
      const byTable = Map.groupBy(groups.keys(), (i) => tables[i]);
      for (const [tableId, places] of byTable) {
        if (tableId === undefined) continue;
        const ones = places.map((i) => groups[i]!);
        const open = await opened(actor, tableId);
        if (open === undefined) continue;
        if (open === 'erased') {
          for (const one of ones) told.set(one.id, ofErased(await commit(organizationId, one.commitId), tableId));
          continue;
        }
        const { table: state, schema, grant } = open;
        const table = { kind: 'table', id: tableId, label: state.label, live: !state.archived };
        const effects = ones.filter(({ kind }) => !isComment(kind));
        for (const one of await history.ofGroups(actor, schema, grant, effects)) {
          const { recordId, recordLabel = '', label = '', live = false } = one;
          const object =
            recordId !== undefined
              ? { kind: 'record', id: recordId, label: recordLabel, live }
              : isOfTable(one.kind)
                ? { ...table, label: label === '' ? table.label : label }
                : { kind: one.kind.startsWith('view') ? 'view' : 'field', id: '', label, live: false };
          told.set(one.id, {
            undoable: true,
            items: /^(records|cells)/.test(one.kind) ? one.records : 0,
            table,
            ...((recordId !== undefined || !/^(records|cells|fieldsReordered)/.test(one.kind)) && { object }),
            ...(one.fieldNames !== undefined && { fieldNames: [...one.fieldNames] }),
          });
        }
        for (const one of ones.filter(({ kind }) => isComment(kind))) {
          const object = await tellComment(actor, await commit(organizationId, one.commitId), open);
          if (object !== undefined) told.set(one.id, { undoable: false, items: 0, table, object });
        }
      }
      return groups.map(({ id }) => told.get(id));
    };

    return listActions(store, grouped, organizationId, query, {
      root: query.tableId === '' ? undefined : tableStream(query.tableId),
      // An import is an action of the service that reads the file.
      keep: ({ origin }) => origin !== 'import',
      tell,
    });
  };
};
