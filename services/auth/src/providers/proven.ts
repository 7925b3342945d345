import type { ProviderKind } from './kinds.ts';

/** What a provider says of somebody. */
export type Proven = {
  readonly subject: string;
  /** Empty where none is said, or it is not said to be theirs. */
  readonly email: string;
  readonly name: string;
};

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * Somebody, from what a provider says of them. An address counts only where the provider says that it is theirs; at
 * Microsoft that is said by another name.
 */
export const provenBy = (kind: ProviderKind, subject: string, claims: Readonly<Record<string, unknown>>): Proven => {
  const email = textOf(claims['email']);
  const theirs = isTrue(claims['email_verified']) || (kind === 'microsoft' && isTrue(claims['xms_edov']));
  const full = [textOf(claims['given_name']), textOf(claims['family_name'])].filter((part) => part !== '').join(' ');
  const name = textOf(claims['name']) || full || email.slice(0, Math.max(0, email.indexOf('@')));
  return {
    subject,
    email: theirs && email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email) ? email : '',
    name: name.slice(0, 120),
  };
};
