const rememberedNames = 50_000;

/**
 * Lets one command of this process at a time change what a name stands for, in the order in which they asked. All names
 * of a command are asked for at once and had at once, so that no two can wait for each other. Between processes the
 * log's keys decide.
 */
export const createLocks = () => {
  type Ticket = { readonly names: readonly string[]; readonly ready: () => void; ahead: number };
  const queues = new Map<string, Ticket[]>();
  /**
   * When each name was last given back, by a count of such moments; names that are not in it were so at `forgotten` at
   * the latest.
   */
  const released = new Map<string, number>();
  let moment = 0;
  let forgotten = 0;

  const release = (ticket: Ticket): void => {
    moment += 1;
    if (released.size > rememberedNames) {
      released.clear();
      forgotten = moment;
    }
    for (const name of ticket.names) {
      released.set(name, moment);
      const queue = queues.get(name)!;
      queue.shift();
      if (queue.length === 0) queues.delete(name);
      else if ((queue[0]!.ahead -= 1) === 0) queue[0]!.ready();
    }
  };

  return {
    /** The present moment, to ask `usedSince` of. */
    moment: (): number => moment,
    /** True when somebody holds or waits for one of the names, or gave one back since. */
    usedSince: (names: readonly string[], since: number): boolean =>
      names.some((name) => queues.has(name) || (released.get(name) ?? forgotten) > since),
    /** Resolves with the function that gives the names back. `names` holds each once. */
    acquire: async (names: readonly string[]): Promise<() => void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const ticket: Ticket = { names, ready: resolve, ahead: 0 };
      for (const name of names) {
        const queue = queues.get(name);
        if (queue === undefined) queues.set(name, [ticket]);
        else {
          queue.push(ticket);
          ticket.ahead += 1;
        }
      }
      if (ticket.ahead > 0) await promise;
      return () => release(ticket);
    },
  };
};

export type Locks = ReturnType<typeof createLocks>;
