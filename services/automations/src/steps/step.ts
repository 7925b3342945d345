import type { Dialer } from '@tessera/dialer';
import type { Actor } from '@tessera/kernel';
import type { Step } from '@tessera/proto/automations';
import type { Cause, Tables } from '../access/tables.ts';
import type { Functions } from '../functions/call.ts';

/** What a step has in its hands when it runs. */
export type Doing = {
  /** Its configuration with every reference in its place; a condition as it stands. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly actor: Actor;
  readonly cause: Cause;
  readonly tables: Tables;
  readonly dialer: Pick<Dialer, 'request'>;
  readonly functions: Pick<Functions, 'forStep'>;
  /** The id of an active member by id, address or name. */
  readonly person: (actor: Actor, text: string) => Promise<string | undefined>;
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
};

/** What carries a type of step out. Throws a Rejection: one that is `unavailable` is tried again. */
export type Carries = {
  /** How its configuration is read, where that is not by putting values in the places of references. */
  readonly input?: (
    config: Step['config'],
    scope: Parameters<typeof import('@tessera/proto/automations').resolve>[1],
  ) => Readonly<Record<string, unknown>>;
  readonly run: (doing: Doing) => Promise<Outcome>;
};
