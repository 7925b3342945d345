import { notFound, read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { event, type AuthEvent } from '../events.ts';
import type { ApiToken } from '../evolve.ts';
import { can, requireRight } from '@tessera/proto/rights';
import { ready } from '../ready.ts';

type Make = { readonly tokenId: string; readonly name: string; readonly lastFour: string };

/** An API token acts for the person who made it, with their rights of the moment. Its hash is in the vault. */
export const makeApiToken: CommandHandler<Make, null, AuthEvent, { id: string }> = {
  load: () => ready(null),
  decide: (command, _state, { meta }) => {
    requireRight(meta.actor, 'tokens.manage');
    const { tokenId, name, lastFour } = command;
    return {
      events: [
        {
          event: event('apiTokenMade', { tokenId, name, lastFour, userId: meta.actor.id }),
          advances: [{ stream: `token:${tokenId}`, version: 1 }],
        },
      ],
    };
  },
  // From the event: a repeated idempotency key brings a new id in its command, and the token is the one that was made.
  answer: (command, [first]) => ready({ id: first?.$case === 'apiTokenMade' ? first.value.tokenId : command.tokenId }),
};

export const deleteApiToken: CommandHandler<
  { readonly tokenId: string },
  Snapshot<ApiToken | undefined>,
  AuthEvent,
  null
> = {
  load: (command) => read.snapshot<ApiToken | undefined>(`token:${command.tokenId}`),
  decide: (command, { version, state }, { meta }) => {
    requireRight(meta.actor, 'tokens.manage');
    if (state === undefined || state.deleted || !can(meta.actor, 'tokens.delete', state.userId).allow) {
      throw notFound('api_token.not_found', 'There is no such token.');
    }
    return {
      events: [
        {
          event: event('apiTokenDeleted', command),
          advances: [{ stream: `token:${command.tokenId}`, version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};

/** Lets a token work again that the restore of a backup disabled. An administrator does it, or the machine's operator. */
export const confirmApiToken: CommandHandler<
  { readonly tokenId: string; readonly restoreId: string },
  Snapshot<ApiToken | undefined>,
  AuthEvent,
  null
> = {
  load: (command) => read.snapshot<ApiToken | undefined>(`token:${command.tokenId}`),
  decide: (command, { version, state }, { meta }) => {
    if (!can(meta.actor, 'installation.act').allow) requireRight(meta.actor, 'tokens.confirm');
    if (state === undefined || state.deleted) throw notFound('api_token.not_found', 'There is no such token.');
    if (state.confirmedFor === command.restoreId) return { events: [] };
    return {
      events: [
        {
          event: event('apiTokenConfirmed', command),
          advances: [{ stream: `token:${command.tokenId}`, version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};
