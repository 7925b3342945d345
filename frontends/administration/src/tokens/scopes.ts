import type { Access, Scope, Token } from './tokens.resource.ts';

/** The levels of access from the least to the most, as the columns of checks show them. */
export const levels: readonly Access[] = ['view', 'edit', 'full'];
const rank = (access: Access | undefined): number => (access === undefined ? -1 : levels.indexOf(access));

/** Whether an access takes in a level. */
export const includes = (access: Access | undefined, level: Access): boolean => rank(access) >= rank(level);

/** What a check of a level leaves: on, the level with all below it; off, what is below it. */
export const checked = (level: Access, on: boolean): Access | undefined => (on ? level : levels[rank(level) - 1]);

/** The highest access that scopes give anywhere; undefined for a token without scopes. */
export const highest = (scopes: readonly Scope[] | null): Access | undefined =>
  scopes?.reduce<Access | undefined>((most, { access }) => (includes(most, access) ? most : access), undefined);

/** Whether a token's last day is over at a moment, in milliseconds since the Unix epoch. */
export const ended = ({ expires_at: end }: Pick<Token, 'expires_at'>, now: number): boolean =>
  end !== null && Date.parse(end) <= now;

/** Scopes that are chosen, all tables first, those with the same access together. */
export const byAccess = (scopes: readonly Scope[]): readonly (readonly [Access, readonly string[]])[] =>
  levels
    .toReversed()
    .map((level) => [level, scopes.filter(({ access }) => access === level).map(({ table }) => table)] as const)
    .filter(([, tables]) => tables.length > 0);
