import type { DocumentReader } from '@tessera/document-store';
import { askedActions, groupingBy, listActions, type ActionGroup, type ToldAction } from '@tessera/event-store/actions';
import { can, requireRight } from '@tessera/proto/rights';
import { TasksServiceDefinition } from '@tessera/proto/tasks/v1/service';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { TasksStore } from '../store.ts';
import { sees } from '../tasks/access.ts';
import type { TaskDocument } from '../tasks/projection.ts';

/** Titles of one answer. */
const mostNamed = 500;

const grouped = groupingBy({});

/** What was done to tasks, for those who may read the history of all, and what tasks are called. */
export const tasksRpc = ({
  store,
  documents,
}: {
  readonly store: TasksStore;
  readonly documents: DocumentReader;
}): RpcRegistration => {
  const handlers: RpcHandlers<TasksServiceDefinition> = {
    listActions: async (request, { actor }) => {
      requireRight(actor, 'history.read');
      const { organizationId } = actor;
      const query = askedActions(request.query);
      // Nothing here belongs to a table.
      if (query.tableId !== '') return { page: { actions: [], next: 0, nextTime: 0 } };
      const tell = async ({ commitId }: ActionGroup): Promise<ToldAction> => {
        const commit = await store.commit(organizationId, commitId);
        const taskId = commit?.events[0]?.value.taskId ?? '';
        const known = await documents.get<TaskDocument>(organizationId, 'tasks', taskId);
        return {
          undoable: true,
          items: 0,
          object: { kind: 'task', id: taskId, label: known?.parts.title ?? '', live: known?.state === 'there' },
        };
      };
      const page = await listActions(store, grouped, organizationId, query, {
        byActor: false,
        tell: (groups) => Promise.all(groups.map(tell)),
      });
      return { page };
    },
    nameTasks: async ({ taskIds }, { actor }) => {
      // Who has no tasks, or none any more, is told of none.
      if (!can(actor, 'tasks.read').allow) return { tasks: [] };
      const ids = [...new Set(taskIds)].slice(0, mostNamed);
      const found = await Promise.all(ids.map((id) => documents.get<TaskDocument>(actor.organizationId, 'tasks', id)));
      return {
        tasks: found.flatMap((one) =>
          one === undefined || one.state === 'gone' || !sees(actor, one)
            ? []
            : [{ id: one.id, title: one.parts.title }],
        ),
      };
    },
    makeTask: async (asked, { actor }) => {
      requireRight(actor, 'tasks.write');
      const { taskId, title, description, ownerIds, deadline, tableId, recordId } = asked;
      const owners = ownerIds.length === 0 ? {} : { owners: ownerIds };
      const { answer } = await store.execute(
        {
          type: 'createTask',
          payload: { taskId, parts: { title, description, ...owners, deadline, tableId, recordId, parentId: '' } },
        },
        {
          actor,
          origin: 'automation',
          operationId: asked.operationId,
          idempotencyKey: asked.idempotencyKey,
          requestHash: asked.idempotencyKey,
          ...(asked.causationId !== '' && { causationId: asked.causationId }),
        },
      );
      return { id: answer.id };
    },
    readFiles: async ({ taskIds }, { actor }) => {
      requireRight(actor, 'tasks.read');
      const ids = [...new Set(taskIds)].slice(0, mostNamed);
      const found = await Promise.all(ids.map((id) => documents.get<TaskDocument>(actor.organizationId, 'tasks', id)));
      return {
        files: found.flatMap((one) =>
          one === undefined || one.state === 'gone' || !sees(actor, one)
            ? []
            : one.parts.files.map(({ id, name }) => ({ taskId: one.id, fileId: id, name })),
        ),
      };
    },
  };
  return { definition: TasksServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
