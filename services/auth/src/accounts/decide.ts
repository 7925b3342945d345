import { fold, read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, type AuthEvent } from '../events.ts';
import { organizationsOf, type Account } from '../evolve.ts';
import { ready } from '../ready.ts';
import { conflict, linkExpired, notFound } from '../refusals.ts';

type Open = {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly organizationId: string;
};

/** Organizations of one person at most: each login looks at them. */
const mostOrganizations = 100;

export const emailClaim = (email: string, owner: string) => ({ scope: 'account.email', key: fold(email), owner });

/** An account in the system organization: one an e-mail address. */
export const openAccount: CommandHandler<Open, readonly (string | undefined)[], AuthEvent, { accountId: string }> = {
  load: (command) => read.claims('account.email', [fold(command.email)]),
  decide: (command, [owner], { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (owner !== undefined) throw conflict('email_taken');
    return {
      events: [
        { event: event('accountOpened', command), advances: [{ stream: `account:${command.accountId}`, version: 1 }] },
      ],
      claims: [emailClaim(command.email, command.accountId)],
    };
  },
  answer: (command) => ready({ accountId: command.accountId }),
};

/** Lets an account come into one more organization, where it becomes a member by an event of its own. */
export const joinOrganization: CommandHandler<
  { readonly accountId: string; readonly organizationId: string },
  Snapshot<Account | undefined>,
  AuthEvent,
  null
> = {
  load: (command) => read.snapshot<Account | undefined>(`account:${command.accountId}`),
  decide: ({ accountId, organizationId }, { version, state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined || !state.open) throw notFound('account.not_found');
    const known = organizationsOf(state);
    if (known.includes(organizationId)) return { events: [] };
    if (known.length >= mostOrganizations) throw conflict('organization.too_many');
    return {
      events: [
        {
          event: event('accountJoined', { accountId, organizationId }),
          advances: [{ stream: `account:${accountId}`, version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
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

/** Says that a person was forgotten: their account is gone for good, and the id stays for what they did. */
export const eraseAccount: CommandHandler<
  { readonly accountId: string },
  Snapshot<Account | undefined>,
  AuthEvent,
  null
> = {
  load: (command) => read.snapshot<Account | undefined>(`account:${command.accountId}`),
  decide: (command, { version, state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined || state.erased) return { events: [] };
    return {
      events: [
        {
          event: event('accountErased', { accountId: command.accountId }),
          advances: [{ stream: `account:${command.accountId}`, version: version + 1 }],
        },
      ],
      ...(state.open && state.email !== '' && { releases: [emailClaim(state.email, command.accountId)] }),
    };
  },
  answer: () => ready(null),
};

/**
 * Says that the password changed (the hash is in the vault); every session made before ends by the higher credential
 * version. One by a link is refused where the password changed since the link was made, so that a link works once.
 */
export const changePassword: CommandHandler<
  { readonly accountId: string; readonly reset?: { readonly id: string; readonly credentialVersion: number } },
  Snapshot<Account | undefined>,
  AuthEvent,
  { credentialVersion: number }
> = {
  load: (command) => read.snapshot<Account | undefined>(`account:${command.accountId}`),
  decide: (command, { version, state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    const { accountId, reset } = command;
    if (state === undefined || !state.open) throw reset === undefined ? notFound('account.not_found') : linkExpired();
    if (reset !== undefined && reset.credentialVersion !== state.credentialVersion) throw linkExpired();
    const credentialVersion = state.credentialVersion + 1;
    return {
      events: [
        {
          event: event('passwordChanged', { accountId, credentialVersion, resetId: reset?.id ?? '' }),
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

/** Says that logins ask for a code from now on, or no more; what checks the codes is in the vault. */
export const setSecondFactor: CommandHandler<
  { readonly accountId: string; readonly on: boolean },
  Snapshot<Account | undefined>,
  AuthEvent,
  null
> = {
  load: (command) => read.snapshot<Account | undefined>(`account:${command.accountId}`),
  decide: ({ accountId, on }, { version, state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined || !state.open) throw notFound('account.not_found');
    if ((state.secondFactor === true) === on) return { events: [] };
    return {
      events: [
        {
          event: event(on ? 'secondFactorEnabled' : 'secondFactorDisabled', { accountId }),
          advances: [{ stream: `account:${accountId}`, version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};

/** Says that a link to a new password goes to the address of an account; what the link holds is in the vault. */
export const askPasswordReset: CommandHandler<
  { readonly accountId: string; readonly resetId: string },
  Snapshot<Account | undefined>,
  AuthEvent,
  null
> = {
  load: (command) => read.snapshot<Account | undefined>(`account:${command.accountId}`),
  decide: ({ accountId, resetId }, { version, state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined || !state.open) throw notFound('account.not_found');
    return {
      events: [
        {
          event: event('passwordResetAsked', { accountId, resetId, organizationId: state.organizationId }),
          advances: [{ stream: `account:${accountId}`, version: version + 1 }],
        },
      ],
    };
  },
  answer: () => ready(null),
};
