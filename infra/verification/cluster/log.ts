import { openRawCommit } from '@tessera/event-store';
import { systemActor } from '@tessera/kernel';
import { LogServiceDefinition } from '@tessera/proto/log/v1/log';
import { grpcClients, type CallContext, type RpcDefinition } from '@tessera/rpc';

/** One commit of a service's log, as far as it tells what had an effect. */
export type Written = {
  readonly organizationId: string;
  readonly position: number;
  readonly commandType: string;
  readonly key: string;
  readonly cause: string;
  readonly types: readonly string[];
  readonly payloads: readonly Uint8Array[];
};

const context: CallContext = { actor: systemActor('verification', ''), deadlineMs: 30_000 };
const page = 500;

/**
 * Reads a service's log over gRPC, as other services do: each effect of the product is a commit, so what happened twice
 * stands there twice. `read` answers all that was ever written and asks for no more than what is new.
 */
export const followLog = (service: string, key: string, address: () => Promise<string>) => {
  const seen: Written[] = [];
  const through = new Map<string, number>();
  return {
    read: async (): Promise<readonly Written[]> => {
      const to = await address();
      const clients = grpcClients({ key, addressOf: () => to });
      try {
        const log = clients.client(LogServiceDefinition as typeof LogServiceDefinition & RpcDefinition);
        const { heads } = await log.listOrganizations({ after: '', limit: 1000, committedSince: 0 }, context);
        for (const { organizationId } of heads) {
          for (;;) {
            const from = through.get(organizationId) ?? 0;
            const { commits } = await log.readCommits(
              { organizationId, position: from, limit: page, epoch: 0 },
              context,
            );
            for (const { position, commit } of commits) {
              if (commit === undefined) continue;
              const { header, events } = openRawCommit(service, commit);
              seen.push({
                organizationId,
                position,
                commandType: header.commandType,
                key: header.idempotencyKey,
                cause: header.causationId,
                types: events.map(({ type }) => type),
                payloads: events.map(({ payload }) => payload),
              });
              through.set(organizationId, position);
            }
            if (commits.length === 0) break;
          }
        }
        return seen;
      } finally {
        clients.close();
      }
    },
  };
};
export type Log = ReturnType<typeof followLog>;

/** How often each of these stands there more than once, all together. */
export const repeats = (names: readonly string[]): number => names.length - new Set(names).size;
