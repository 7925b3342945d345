import { readProps } from '@tessera/fields';
import { isRejection, type Actor } from '@tessera/kernel';
import { AutomationsServiceDefinition } from '@tessera/proto/automations/v1/service';
import { ChatServiceDefinition } from '@tessera/proto/chat/v1/service';
import { can } from '@tessera/proto/rights';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import { TasksServiceDefinition } from '@tessera/proto/tasks/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import type { NotificationDocument } from './projection.ts';
import type { Known } from './titles.ts';

const deadlineMs = 5_000;

/** What a reader may know of each of some notifications, by their rights of now. */
export type KnownTo = (
  actor: Actor,
  all: readonly NotificationDocument[],
) => Promise<(one: NotificationDocument) => Known>;

/** Asks those who know what notifications tell of, with the reader's own rights. */
export const createKnown = ({ rpc }: Pick<ServicePorts, 'rpc'>, directory: Directory): KnownTo => {
  const tables = rpc.client(TablesServiceDefinition);
  const automations = rpc.client(AutomationsServiceDefinition);
  const tasks = rpc.client(TasksServiceDefinition);
  const chat = rpc.client(ChatServiceDefinition);

  /** What runs of automations say to the reader, by what notifications refer to. */
  const runsOf = async (
    actor: Actor,
    all: readonly NotificationDocument[],
  ): Promise<ReadonlyMap<string, NonNullable<Known['run']>>> => {
    const references = all.flatMap(({ kind, reference }) => (kind === 'automation' ? (reference ?? []) : []));
    if (references.length === 0) return new Map();
    const { notices } = await automations.tellNotices(
      {
        notices: references.map((reference) => {
          const [runId = '', path = ''] = reference.split(':');
          return runId === 'webhook' ? { runId: '', path: '', webhookId: path } : { runId, path, webhookId: '' };
        }),
      },
      { actor, deadlineMs },
    );
    return new Map(
      notices.map(({ notice, label, text, tableId, recordId, asks }) => {
        const { runId = '', path = '', webhookId = '' } = notice ?? {};
        if (webhookId !== '')
          return [`webhook:${webhookId}`, { label, text, link: `/automations/webhooks/${webhookId}` }];
        const record = recordId === '' ? null : `/object/${tableId}?recordId=${recordId}`;
        if (asks) return [`${runId}:${path}`, { label, text, link: `/automations/approval/${runId}/${path}` }];
        const link = path === '' ? `/automations/automation-log/${runId}` : record;
        return [path === '' ? runId : `${runId}:${path}`, { label, text, link }];
      }),
    );
  };

  /** The options that fields of a table tell the time in, as far as the reader sees both. */
  const stagesOf = async (actor: Actor, tableId: string): Promise<readonly (readonly [string, string])[]> => {
    try {
      const { fields } = await tables.getTable({ tableId }, { actor, deadlineMs });
      const byId = new Map(fields.map((field) => [field.id, field]));
      return fields.flatMap((field) => {
        const { fieldId, optionId } = readProps(field.type, field) as { fieldId?: string; optionId?: string };
        const source = byId.get(fieldId ?? '');
        const options = source === undefined ? [] : (readProps(source.type, source).options ?? []);
        const option = options.find(({ id }) => id === optionId);
        return option === undefined ? [] : [[`${tableId}/${field.id}`, option.label] as const];
      });
    } catch (error) {
      // Taken away between the two questions.
      if (isRejection(error) && error.kind !== 'unavailable') return [];
      throw error;
    }
  };

  /** One question a table. */
  return async (actor, all) => {
    if (all.length === 0) return () => ({});
    const context = { actor, deadlineMs };
    const taskIds = [...new Set(all.flatMap(({ kind, taskId }) => (kind === 'task' && taskId ? [taskId] : [])))];
    const conversationIds = [
      ...new Set(all.flatMap(({ kind, reference }) => (kind === 'message' && reference ? [reference] : []))),
    ];
    const [{ names: people }, listed, runs, titled, heard] = await Promise.all([
      directory.facts(actor),
      tables.listTables({}, context),
      runsOf(actor, all),
      taskIds.length === 0 ? [] : tasks.nameTasks({ taskIds }, context).then((answer) => answer.tasks),
      conversationIds.length === 0
        ? []
        : chat.nameConversations({ conversationIds }, context).then((answer) => answer.conversations),
    ]);
    const conversations = new Map(heard.map((one) => [one.id, one]));
    const titles = new Map(titled.map(({ id, title }) => [id, title]));
    const labels = new Map(listed.tables.map(({ id, label }) => [id, label]));
    const single = all.filter(
      ({ kind, several, tableId }) =>
        (kind === 'assigned' || kind === 'mentioned' || kind === 'late') && !several && labels.has(tableId),
    );
    const named = await Promise.all(
      [...Map.groupBy(single, ({ tableId }) => tableId)].map(async ([tableId, ones]) => {
        const recordIds = [...new Set(ones.map(({ recordId }) => recordId))];
        try {
          return (await tables.nameRecords({ tableId, recordIds }, context)).records;
        } catch (error) {
          // Taken away between the two questions.
          if (isRejection(error) && error.kind !== 'unavailable') return [];
          throw error;
        }
      }),
    );
    const limited = all.filter(({ kind, tableId }) => kind === 'late' && labels.has(tableId));
    const stages = new Map<string, string>(
      (
        await Promise.all(
          [...new Set(limited.map(({ tableId }) => tableId))].map((tableId) => stagesOf(actor, tableId)),
        )
      ).flat(),
    );
    const records = new Map(named.flat().map(({ id, live: there, label }) => [id, there ? { label } : undefined]));
    const usage = can(actor, 'usage.read').allow;
    return ({ actorId, tableId, recordId, reference = '', taskId = '', forwardedBy = '' }) => ({
      usage,
      run: runs.get(reference),
      actor: people.get(actorId),
      forwarder: people.get(forwardedBy),
      table: labels.get(tableId),
      record: records.get(recordId),
      stage: stages.get(`${tableId}/${reference}`),
      task: titles.get(taskId),
      conversation: conversations.get(reference),
    });
  };
};
