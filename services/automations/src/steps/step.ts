import type { Dialer } from '@tessera/dialer';
import type { Actor } from '@tessera/kernel';
import type { Compute, Scope, Step } from '@tessera/proto/automations';
import type { Others } from '../access/others.ts';
import type { Cause, Tables } from '../access/tables.ts';
import type { Functions } from '../functions/call.ts';

/** What every step works with. */
export type Hands = {
  readonly tables: Tables;
  readonly dialer: Pick<Dialer, 'request'>;
  readonly functions: Pick<Functions, 'forStep'>;
  /** The id of an active member by id, address or name. */
  readonly person: (actor: Actor, text: string) => Promise<string | undefined>;
  /** The e-mail address of an active member by id, address or name. */
  readonly emailOf: (actor: Actor, text: string) => Promise<string | undefined>;
  readonly others: Others;
};
/** People who are asked, and until when they may answer, in ms. */
export type Asks = { readonly people: readonly string[]; readonly until: number };
/** What a step has in its hands when it runs. */
export type Doing = Hands & {
  /** Its configuration with every reference in its place; a condition as it stands. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly actor: Actor;
  readonly cause: Cause;
  /** In ms. */
  readonly now: number;
  /** It was begun before, and nobody knows what became of it. */
  readonly begun: boolean;
  /** A test: it says what it would do. */
  readonly simulated: boolean;
};
/** `output` is what later steps refer to. `items` are those that a loop goes over. */
export type Outcome = {
  readonly output: Readonly<Record<string, unknown>>;
  readonly lane?: 'then' | 'else';
  readonly items?: readonly unknown[];
  /** People who are told what it says, once it is done. */
  readonly tells?: readonly string[];
  /** So many e-mails go out, as its output has them. */
  readonly mails?: number;
  /** It is not done before somebody answers. */
  readonly asks?: Asks;
};

/** What carries a type of step out. Throws a Rejection: one that is `unavailable` is tried again. */
export type Carries = {
  /** How its configuration is read, where that is not by putting values in the places of references. */
  readonly input?: (config: Step['config'], scope: Scope, compute: Compute) => Readonly<Record<string, unknown>>;
  readonly run: (doing: Doing) => Promise<Outcome>;
};
