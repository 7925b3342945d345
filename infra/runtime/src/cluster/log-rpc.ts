import { systemActor } from '@tessera/kernel';
import type { CommitReads } from '@tessera/event-store';
import { LogServiceDefinition } from '@tessera/proto/log/v1/log';
import { can } from '@tessera/proto/rights';
import type { CallContext, RpcClients, RpcHandlers, RpcRegistration } from '@tessera/rpc';
import { forbidden } from '../refusals.ts';

/** Well below what one message may hold. */
const pageBytes = 3 * 1024 * 1024;

/** Lets other services, and nobody else, read this one's log. */
export const logRegistration = (log: CommitReads): RpcRegistration => {
  const guarded = ({ actor }: CallContext): void => {
    if (!can(actor, 'installation.act').allow || actor.organizationId !== '') throw forbidden('log.forbidden');
  };
  const handlers: RpcHandlers<typeof LogServiceDefinition> = {
    listOrganizations: async ({ after, limit, committedSince }, context) => {
      guarded(context);
      const heads = await log.organizationsAfter(after, limit, committedSince === 0 ? undefined : committedSince);
      return { heads: [...heads] };
    },
    readCommits: async ({ organizationId, position, limit, epoch }, context) => {
      guarded(context);
      const page = await log.commitsAfter(organizationId, position, limit, epoch === 0 ? undefined : epoch);
      let bytes = 0;
      const commits = page.commits.filter(
        (one, i) => (bytes += one.header.length + one.body.length + 64) <= pageBytes || i === 0,
      );
      return {
        commits: commits.map(({ position: at, epoch, header, body, encoding, checksum }) => ({
          position: at,
          epoch,
          commit: { header, body, encoding, checksum },
        })),
        head: page.head,
        epoch: page.epoch,
        epochFrom: page.epochFrom,
      };
    },
    previousOfRoot: async ({ organizationId, root, before }, context) => {
      guarded(context);
      return { position: await log.previousOfRoot(organizationId, root, before) };
    },
  };
  return { definition: LogServiceDefinition, handlers };
};

/** Another service's log, over the network. */
export const remoteLog = (rpc: RpcClients, asking: string): CommitReads => {
  const client = rpc.client(LogServiceDefinition);
  const context: CallContext = { actor: systemActor(asking, '') };
  return {
    organizationsAfter: async (after, limit, committedSince) => {
      const { heads } = await client.listOrganizations(
        { after, limit, committedSince: committedSince === undefined ? 0 : Math.max(1, Math.floor(committedSince)) },
        context,
      );
      return heads;
    },
    commitsAfter: async (organizationId, position, limit, epoch = 0) => {
      const page = await client.readCommits({ organizationId, position, limit, epoch }, context);
      return {
        commits: page.commits.flatMap(({ position: at, epoch, commit }) =>
          commit === undefined ? [] : [{ organizationId, position: at, epoch, ...commit }],
        ),
        head: page.head,
        epoch: page.epoch,
        epochFrom: page.epochFrom,
      };
    },
    previousOfRoot: async (organizationId, root, before) =>
      (await client.previousOfRoot({ organizationId, root, before }, context)).position,
  };
};
