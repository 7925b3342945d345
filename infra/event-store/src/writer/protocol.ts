import type { Actor, CommandMeta } from '@tessera/kernel';
import type { Committed, Outcome } from './command.ts';
import type { OpenReport } from './service-files.ts';

/** What the writer thread is started with. */
export type WriterData = {
  readonly dataFolder: string;
  readonly services: readonly { readonly name: string; readonly writeModuleUrl: string }[];
  /** Module that exports `openModelWriter`. */
  readonly modelModuleUrl: string;
  readonly logPages?: number | undefined;
};

/** A command on its way: the actor is named by number, because one actor's rights are sent once and not with every command. */
export type WireCommand = {
  readonly n: number;
  readonly service: string;
  readonly type: string;
  readonly payload: string | Uint8Array;
  readonly actor: number;
  readonly meta: Omit<CommandMeta, 'actor'>;
};

export type ToWriter =
  | { readonly kind: 'commands'; readonly actors: readonly (readonly [number, Actor])[]; readonly forget: readonly number[]; readonly commands: readonly WireCommand[] }
  | { readonly kind: 'call'; readonly n: number; readonly call: WriterCall }
  | { readonly kind: 'close' };

/** Upkeep that only the writer may do, between groups. */
export type WriterCall = { readonly name: 'seal'; readonly service: string } | { readonly name: 'settle' };

export type FromWriter =
  | { readonly kind: 'ready'; readonly reports: readonly OpenReport[] }
  | { readonly kind: 'group'; readonly outcomes: readonly Outcome[]; readonly committed: readonly Committed[] }
  | { readonly kind: 'called'; readonly n: number; readonly result?: unknown; readonly error?: string }
  | { readonly kind: 'failed'; readonly message: string; readonly opening: boolean }
  | { readonly kind: 'closed' };
