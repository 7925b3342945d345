import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import { organizationsOf, type Account, type Forgetting } from '../evolve.ts';
import { ready } from '../ready.ts';

type Named = { readonly organizationId: string };
const streamOf = (organizationId: string): string => `forgetting:${organizationId}`;

/** Every service is to forget an organization. In the system organization, as the two below. */
export const beginForgetting: CommandHandler<
  Named & { readonly all: boolean },
  Snapshot<Forgetting | undefined>,
  AuthEvent,
  null
> = {
  load: ({ organizationId }) => read.snapshot<Forgetting | undefined>(streamOf(organizationId)),
  decide: ({ organizationId, all }, { state, version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state?.state === 'running') return { events: [] };
    return {
      events: [
        {
          event: event('forgettingBegan', { organizationId, all }),
          advances: [{ stream: streamOf(organizationId), version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};

/** Every service has forgotten it. */
export const endForgetting: CommandHandler<Named, Snapshot<Forgetting | undefined>, AuthEvent, null> = {
  load: ({ organizationId }) => read.snapshot<Forgetting | undefined>(streamOf(organizationId)),
  decide: ({ organizationId }, { state, version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state?.state !== 'running') return { events: [] };
    return {
      events: [
        {
          event: event('forgettingEnded', { organizationId, all: state.all }),
          advances: [{ stream: streamOf(organizationId), version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};

/** An account comes into an organization no more; one that comes into none is then erased with its person. */
export const leaveOrganization: CommandHandler<
  Named & { readonly accountId: string },
  Snapshot<Account | undefined>,
  AuthEvent,
  null
> = {
  load: ({ accountId }) => read.snapshot<Account | undefined>(`account:${accountId}`),
  decide: ({ accountId, organizationId }, { state, version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined || !organizationsOf(state).includes(organizationId)) return { events: [] };
    return {
      events: [
        {
          event: event('accountLeft', { accountId, organizationId }),
          advances: [{ stream: `account:${accountId}`, version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};
