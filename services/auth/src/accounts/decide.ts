import { conflict, fold, notFound, read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import type { Account } from '../evolve.ts';
import { ready } from '../ready.ts';

type Open = {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly organizationId: string;
};

export const emailClaim = (email: string, owner: string) => ({ scope: 'account.email', key: fold(email), owner });

/** An account in the system organization: one an e-mail address. */
export const openAccount: CommandHandler<Open, readonly (string | undefined)[], AuthEvent, { accountId: string }> = {
  load: (command) => read.claims('account.email', [fold(command.email)]),
  decide: (command, [owner], { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (owner !== undefined)
      throw conflict('email_taken', 'An account with this e-mail address exists already. Sign in instead.');
    return {
      events: [
        { event: event('accountOpened', command), advances: [{ stream: `account:${command.accountId}`, version: 1 }] },
      ],
      claims: [emailClaim(command.email, command.accountId)],
    };
  },
  answer: (command) => ready({ accountId: command.accountId }),
};

/** Takes back an account whose invitation turned out to be used by somebody else; frees the address. */
export const closeAccount: CommandHandler<
  { readonly accountId: string },
  Snapshot<Account | undefined>,
  AuthEvent,
  null
> = {
  load: (command) => read.snapshot<Account | undefined>(`account:${command.accountId}`),
  decide: (command, { version, state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined || !state.open) return { events: [] };
    return {
      events: [
        {
          event: event('accountClosed', { accountId: command.accountId, email: state.email }),
          advances: [{ stream: `account:${command.accountId}`, version: version + 1 }],
        },
      ],
      releases: [emailClaim(state.email, command.accountId)],
    };
  },
  answer: () => ready(null),
};

/**
 * Says that the password changed (the hash is in the vault); every session made before ends by the higher credential
 * version.
 */
export const changePassword: CommandHandler<
  { readonly accountId: string },
  Snapshot<Account | undefined>,
  AuthEvent,
  { credentialVersion: number }
> = {
  load: (command) => read.snapshot<Account | undefined>(`account:${command.accountId}`),
  decide: (command, { version, state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined || !state.open) throw notFound('account.not_found', 'There is no such account.');
    const credentialVersion = state.credentialVersion + 1;
    return {
      events: [
        {
          event: event('passwordChanged', { accountId: command.accountId, credentialVersion }),
          advances: [{ stream: `account:${command.accountId}`, version: version + 1 }],
        },
      ],
    };
  },
  *answer(command, events) {
    const [first] = events;
    if (first?.$case === 'passwordChanged') return { credentialVersion: first.value.credentialVersion };
    const { state } = yield* read.snapshot<Account | undefined>(`account:${command.accountId}`);
    return { credentialVersion: state?.credentialVersion ?? 0 };
  },
};
