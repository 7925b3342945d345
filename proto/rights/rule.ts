import type { Actor, AppAccess, PageAccess, PermissionFlag, Seat, TableAccess } from '@tessera/kernel';

/**
 * What an action asks of whoever does it. Everything that is named must hold; what is absent is not asked for. An
 * administrator holds every flag and every table, but no seat that is not theirs.
 */
export type Rule = {
  /** Who may ask at all: `member` is a person or a token that acts for one, and the default. */
  readonly who?: 'member' | 'person' | 'service';
  /** The seat that is needed at least: what is paid for. */
  readonly seat?: Seat;
  /** The flag of the role. */
  readonly flag?: PermissionFlag;
  /** The access to the table that is asked about, at least; `any` is asked of no table: one must be open at all. */
  readonly table?: TableAccess | 'any';
  /** No row of the table may be hidden from whoever asks: what they open would show it to others. */
  readonly whole?: true;
  /** The access to the app that is asked about, at least; `any` is asked of no app: one must be open at all. */
  readonly app?: AppAccess | 'any';
  /**
   * The access to the doc page that is asked about, at least. Asked of no page, `any` wants one to be open at all, and
   * `every` that writing is open of all, also of those that are made later.
   */
  readonly page?: PageAccess | 'any' | 'every';
  /** What is asked about must be the person's own, unless they are an administrator. */
  readonly own?: true;
  /** Nobody has it where the organization hides it. */
  readonly hidden?: NonNullable<Actor['hides']>[number];
  /** Administrators alone. */
  readonly admin?: true;
  /** The name under which a browser is told whether the person has it, in every session. */
  readonly told?: string;
  /** Code and words of the refusal, where the specification has them; else the general ones. */
  readonly refusal?: readonly [code: string, message: string];
};

/** What a service announces: its actions by their names. */
export type Announced = Readonly<Record<string, Rule>>;
