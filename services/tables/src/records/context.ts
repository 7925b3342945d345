import type { FieldError, ReadContext } from '@tessera/fields';
import { conflict } from '@tessera/kernel';
import type { Schema } from '../definitions/schema.ts';

/** How the API's JSON reads: programs write points and ISO dates, whatever the organization's language. */
export const neutralContext: ReadContext = { decimal: '.', dayFirst: false, timezone: 'UTC' };

/** By shape: an error may come from another copy of the package. */
export const isFieldError = (error: unknown): error is FieldError =>
  error instanceof Error && error.name === 'FieldError';

/** Users as the writer needs them to read user cells; sent along with a write when the table has a user field. */
export type KnownUser = { readonly id: string; readonly name: string; readonly email: string };

export const contextWith = (users: readonly KnownUser[] | undefined): ReadContext => {
  if (users === undefined) return neutralContext;
  const index = new Map<string, string>();
  for (const user of users) index.set(user.name.toLowerCase(), user.id);
  for (const user of users) index.set(user.email.toLowerCase(), user.id);
  for (const user of users) index.set(user.id, user.id);
  return { ...neutralContext, findUser: (text) => index.get(text) ?? index.get(text.trim().toLowerCase()) };
};

/**
 * What a write says of the users of its organization: those that it may name, or that it can be sent again with them.
 */
export type SentUsers = {
  readonly users?: readonly KnownUser[] | undefined;
  readonly usersOnDemand?: boolean | undefined;
};

/**
 * How a write's body reads. Throws `records.users_needed` where the table has a user field and the users were left out
 * until they are asked for.
 */
export const contextOf = (schema: Schema, { users, usersOnDemand }: SentUsers): ReadContext => {
  if (users === undefined && usersOnDemand === true && schema.hasUsers)
    throw conflict('records.users_needed', 'The users of the organization are needed.');
  return contextWith(users);
};
