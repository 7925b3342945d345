import type { DocumentReader } from '@tessera/document-store';
import { isDate } from '@tessera/proto/automations';
import { type Actor } from '@tessera/kernel';
import { ChatServiceDefinition } from '@tessera/proto/chat/v1/service';
import { can } from '@tessera/proto/rights';
import { TasksServiceDefinition } from '@tessera/proto/tasks/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import { programOf } from '../automations/evolve.ts';
import type { AutomationDocument } from '../automations/projection.ts';
import { idOf } from '../named.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { Start } from '../runs/decide.ts';
import { triggerPath, type Payloads } from '../runs/payloads.ts';
import { stopOf } from '../runs/starts.ts';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { Cause, Tables } from './tables.ts';

const deadlineMs = 30_000;

export type TaskAsked = {
  readonly title: string;
  readonly description: string;
  readonly ownerIds: readonly string[];
  readonly deadline: string;
  readonly tableId: string;
  readonly recordId: string;
};

type Ports = Pick<ServicePorts, 'rpc' | 'clock'> & {
  readonly documents: DocumentReader;
  readonly store: AutomationsStore;
  readonly payloads: Payloads;
  readonly tables: Tables;
  /** There is a run to carry out. */
  readonly wake: (organizationId: string) => void;
};

/** What runs do beside records: tasks, messages and other automations, each with the rights of whom they act for. */
export const createOthers = ({ rpc, clock, documents, store, payloads, tables, wake }: Ports) => {
  const tasks = rpc.client(TasksServiceDefinition);
  const chat = rpc.client(ChatServiceDefinition);

  /** The automation that somebody may start, and the record that it gets. Throws for others. */
  const startable = async (actor: Actor, automationId: string, recordId: string) => {
    const found = await documents.get<AutomationDocument>(actor.organizationId, 'automations', automationId);
    if (found === undefined || found.archived !== undefined || !can(actor, 'automations.change', found.ownerId).allow)
      throw notFound('automation_not_found');
    const { published, enabled } = found;
    if (published === undefined || enabled === undefined) throw conflict('automations.off');
    const { trigger } = programOf(published.draft);
    if (trigger.type !== 'manual') throw conflict('automations.not_by_hand');
    const tableId = typeof trigger.config['tableId'] === 'string' ? trigger.config['tableId'] : '';
    if (tableId === '') return { found, version: published.version, tableId, record: null };
    if (recordId === '') throw invalid('automations.record_needed');
    const [record] = await tables.read(actor, tableId, [recordId]);
    if (record === undefined) throw invalid('automations.record_missing');
    return { found, version: published.version, tableId, record };
  };

  return {
    makeTask: async (actor: Actor, asked: TaskAsked, cause: Cause): Promise<string> => {
      if (asked.deadline !== '' && !isDate(asked.deadline)) throw invalid('automations.date_wrong');
      const { id } = await tasks.makeTask(
        {
          ...asked,
          ownerIds: [...asked.ownerIds],
          taskId: idOf('task', actor.organizationId, cause.key),
          operationId: cause.runId,
          idempotencyKey: cause.key,
          causationId: cause.commitId,
        },
        { actor, deadlineMs },
      );
      return id;
    },
    say: async (actor: Actor, conversationId: string, text: string, cause: Cause): Promise<string> => {
      const messageId = idOf('message', actor.organizationId, cause.key);
      const { id } = await chat.say(
        { conversationId, messageId, text, idempotencyKey: cause.key, causationId: cause.commitId },
        { actor, deadlineMs },
      );
      return id;
    },
    /** What a conversation is called that the actor hears. Throws for others. */
    conversation: async (actor: Actor, conversationId: string): Promise<void> => {
      const { conversations } = await chat.nameConversations(
        { conversationIds: [conversationId] },
        { actor, deadlineMs },
      );
      if (conversations.length === 0) throw invalid('automations.conversation_missing');
    },
    /** Throws where the automation cannot be started so. */
    mayStart: async (actor: Actor, automationId: string, recordId: string): Promise<void> => {
      await startable(actor, automationId, recordId);
    },
    /** Starts another automation, once for the step that does. Answers the run. */
    start: async (actor: Actor, automationId: string, recordId: string, cause: Cause): Promise<string> => {
      const { organizationId } = actor;
      const { found, version, tableId, record } = await startable(actor, automationId, recordId);
      const eventId = `run.${cause.key}`;
      const runId = idOf('run', organizationId, automationId, eventId, record?.id ?? '');
      const at = clock();
      const depth = cause.depth + 1;
      const stop = stopOf(depth + 1, false);
      const run: Start = {
        runId,
        automationId,
        version,
        cause: {
          kind: 'automation',
          eventId,
          commitId: cause.commitId,
          operationId: '',
          origin: 'automation',
          actorId: actor.userId ?? actor.id,
          depth,
          runId: cause.runId,
          at,
        },
        tableId,
        recordId: record?.id ?? '',
        ...(stop !== undefined && { stop: { ...stop, tells: [found.ownerId] } }),
      };
      const output = { at: new Date(at).toISOString(), record };
      await payloads.put(organizationId, runId, triggerPath, { input: {}, output });
      await store.execute({ type: 'startRuns', payload: { runs: [run] } }, asSystem(organizationId));
      wake(organizationId);
      return runId;
    },
  };
};
export type Others = ReturnType<typeof createOthers>;
