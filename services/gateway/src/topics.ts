import { isRejection, type Actor } from '@tessera/kernel';
import { can } from '@tessera/proto/rights';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { RpcClients, RpcDefinition } from '@tessera/rpc';

/**
 * Who may listen to what. A table's topic is for those to whom the tables service shows the table, without the ids of
 * records where it shows not all of it; an operation's id is known only to who began it, and its notices carry counts
 * within one organization. Answers are used for 2 s. Rejects while the tables service does not answer.
 */
export const createTopicCheck = (rpc: RpcClients): ((actor: Actor, topic: string) => Promise<boolean | 'unnamed'>) => {
  const tables = rpc.client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition);
  const answers = new WeakMap<Actor, Map<string, { readonly yes: boolean | 'unnamed'; readonly at: number }>>();
  return async (actor, topic) => {
    if (topic === 'tables') return can(actor, 'tables.list').allow;
    if (topic.startsWith('operation:')) return can(actor, 'operations.follow').allow;
    if (!topic.startsWith('table:')) return false;
    const known = answers.get(actor) ?? new Map<string, { yes: boolean | 'unnamed'; at: number }>();
    answers.set(actor, known);
    const before = known.get(topic);
    if (before !== undefined && performance.now() - before.at < 2000) return before.yes;
    const yes = await tables.getTable({ tableId: topic.slice(6) }, { actor, deadlineMs: 2000 }).then(
      ({ table, narrow }) => table !== undefined && (narrow ? ('unnamed' as const) : true),
      (error: unknown) => {
        if (isRejection(error) && error.kind === 'unavailable') throw error;
        return false;
      },
    );
    if (known.size >= 200) known.clear();
    known.set(topic, { yes, at: performance.now() });
    return yes;
  };
};
