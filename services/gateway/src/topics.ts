import { hash } from 'node:crypto';
import { isRejection, type Actor } from '@tessera/kernel';
import { can } from '@tessera/proto/rights';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { RpcClients, RpcDefinition } from '@tessera/rpc';

const freshMs = 1000;
const mostAnswers = 10_000;

/**
 * Who may listen to what. A table's topic is for those to whom the tables service shows the table, without the ids of
 * records where it shows not all of it; an operation's id is known only to who began it, and its notices carry counts
 * within one organization. An answer serves all who hold the same rights, for 1 s. Rejects while the tables service does
 * not answer.
 */
export const createTopicCheck = (rpc: RpcClients): ((actor: Actor, topic: string) => Promise<boolean | 'unnamed'>) => {
  const tables = rpc.client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition);
  const answers = new Map<string, { readonly yes: Promise<boolean | 'unnamed'>; readonly at: number }>();
  const rights = new WeakMap<Actor, string>();
  /** What decides about a table, other than the table: nothing in it is the person's own. */
  const rightsOf = (actor: Actor): string => {
    let own = rights.get(actor);
    if (own === undefined) {
      const { organizationId, kind, seat, roleId, permissions } = actor;
      own = hash('sha256', JSON.stringify([organizationId, kind, seat, roleId, permissions]));
      rights.set(actor, own);
    }
    return own;
  };
  return async (actor, topic) => {
    if (topic === 'tables') return can(actor, 'tables.list').allow;
    if (topic.startsWith('operation:')) return can(actor, 'operations.follow').allow;
    if (!topic.startsWith('table:')) return false;
    const key = `${rightsOf(actor)} ${topic}`;
    const before = answers.get(key);
    if (before !== undefined && performance.now() - before.at < freshMs) return before.yes;
    const yes = tables.getTable({ tableId: topic.slice(6) }, { actor, deadlineMs: 2000 }).then(
      ({ table, narrow }) => table !== undefined && (narrow ? ('unnamed' as const) : true),
      (error: unknown) => {
        if (isRejection(error) && error.kind === 'unavailable') throw error;
        return false;
      },
    );
    yes.catch(() => answers.delete(key));
    answers.delete(key);
    if (answers.size >= mostAnswers) answers.delete(answers.keys().next().value!);
    answers.set(key, { yes, at: performance.now() });
    return yes;
  };
};
