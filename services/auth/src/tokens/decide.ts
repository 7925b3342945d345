import { read, type Actor, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { event, type AuthEvent } from '../events.ts';
import type { ApiToken } from '../evolve.ts';
import { can, requireRight, userOf, within, type TokenScope } from '@tessera/proto/rights';
import { ready } from '../ready.ts';
import { forbidden, invalid, notFound } from '../refusals.ts';

type Make = {
  readonly tokenId: string;
  readonly name: string;
  readonly lastFour: string;
  /** Milliseconds since the Unix epoch; 0 where it does not end by itself. */
  readonly expiresAt: number;
  readonly scopes: readonly TokenScope[];
};
type Known = Snapshot<ApiToken | undefined>;
type Named = { readonly tokenId: string };

/** An API token acts for the person who made it, with their rights of the moment. Its hash is in the vault. */
export const makeApiToken: CommandHandler<Make, null, AuthEvent, { id: string }> = {
  load: () => ready(null),
  decide: (command, _state, { now, meta }) => {
    requireRight(meta.actor, 'tokens.manage');
    const { tokenId, name, lastFour, expiresAt, scopes } = command;
    if (expiresAt !== 0 && expiresAt <= now) throw invalid('api_token.expired');
    if (!within(meta.actor, scopes)) throw forbidden('api_token.beyond_rights');
    return {
      events: [
        {
          event: event('apiTokenMade', {
            tokenId,
            name,
            lastFour,
            userId: meta.actor.id,
            expiresAt,
            scopes: scopes.map(({ table, access }) => ({ id: table, access })),
          }),
          advances: [{ stream: `token:${tokenId}`, version: 1 }],
        },
      ],
    };
  },
  // From the event: a repeated idempotency key brings a new id in its command, and the token is the one that was made.
  answer: (command, [first]) => ready({ id: first?.$case === 'apiTokenMade' ? first.value.tokenId : command.tokenId }),
};

const loadToken = ({ tokenId }: Named) => read.snapshot<ApiToken | undefined>(`token:${tokenId}`);

/** The token as it is, for its owner or an administrator. Throws `api_token.not_found`, for others' tokens as well. */
const managed = ({ state }: Known, actor: Actor): ApiToken => {
  requireRight(actor, 'tokens.manage');
  if (state === undefined || state.deleted || !can(actor, 'tokens.delete', state.userId).allow)
    throw notFound('api_token.not_found');
  return state;
};

/** Names a token, or switches it on or off. What is absent or as it was stays, and is no event. */
export const changeApiToken: CommandHandler<
  Named & { readonly name?: string | undefined; readonly active?: boolean | undefined },
  Known,
  AuthEvent,
  null
> = {
  load: loadToken,
  decide: ({ tokenId, name, active }, known, { meta }) => {
    const state = managed(known, meta.actor);
    const changes: AuthEvent[] = [
      ...(name === undefined || name === state.name
        ? []
        : [event('apiTokenRenamed', { tokenId, name, nameBefore: state.name })]),
      ...(active === undefined || active === (state.off !== true)
        ? []
        : [event(active ? 'apiTokenEnabled' : 'apiTokenDisabled', { tokenId })]),
    ];
    return {
      events: changes.map((one, at) => ({
        event: one,
        advances: [{ stream: `token:${tokenId}`, version: known.version + at + 1 }],
      })),
    };
  },
  answer: () => ready(null),
};

/**
 * Says that another secret takes the place of the one before. Only its owner has it made anew: whoever holds the secret
 * acts as that person.
 */
export const regenerateApiToken: CommandHandler<
  Named & { readonly lastFour: string },
  Known,
  AuthEvent,
  { generation: number }
> = {
  load: loadToken,
  decide: ({ tokenId, lastFour }, known, { meta }) => {
    const state = managed(known, meta.actor);
    if (state.userId !== userOf(meta.actor)) throw forbidden('api_token.other_owner');
    const generation = (state.generation ?? 0) + 1;
    return {
      events: [
        {
          event: event('apiTokenRegenerated', { tokenId, lastFour, generation }),
          advances: [{ stream: `token:${tokenId}`, version: known.version + 1 }],
        },
      ],
    };
  },
  *answer({ tokenId }, [first]) {
    if (first?.$case === 'apiTokenRegenerated') return { generation: first.value.generation };
    const { state } = yield* loadToken({ tokenId });
    return { generation: state?.generation ?? 0 };
  },
};

export const deleteApiToken: CommandHandler<Named, Known, AuthEvent, null> = {
  load: loadToken,
  decide: (command, known, { meta }) => {
    managed(known, meta.actor);
    return {
      events: [
        {
          event: event('apiTokenDeleted', command),
          advances: [{ stream: `token:${command.tokenId}`, version: known.version + 1 }],
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
    if (state === undefined || state.deleted) throw notFound('api_token.not_found');
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
