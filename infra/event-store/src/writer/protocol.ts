import type { Actor, CommandMeta } from '@tessera/kernel';
import type { Outcome } from './command.ts';
import type { PurgeProgress } from '../port.ts';
import type { PurgeRequest } from './purges.ts';
import type { OpenReport } from './service-files.ts';

/** What the writer thread is started with. */
export type WriterData = {
  readonly dataFolder: string;
  readonly services: readonly { readonly name: string; readonly writeModuleUrl: string }[];
  /** Module that exports `openModelWriter`. */
  readonly modelModuleUrl: string;
  readonly logPages?: number | undefined;
};

/**
 * A command on its way: the actor is named by number, because one actor's rights are sent once and not with every
 * command.
 */
export type WireCommand = {
  readonly n: number;
  readonly service: string;
  readonly type: string;
  readonly payload: string | Uint8Array;
  readonly actor: number;
  readonly meta: Omit<CommandMeta, 'actor'>;
};

/**
 * Commands and outcomes cross as flat arrays of texts and numbers: cloning objects costs several times as much as what
 * they say.
 */
export type ToWriter =
  | {
      readonly kind: 'commands';
      readonly actors: readonly (readonly [number, Actor])[];
      readonly forget: readonly number[] | 'all';
      readonly commands: FlatCommands;
    }
  | { readonly kind: 'call'; readonly n: number; readonly call: WriterCall }
  | { readonly kind: 'close' };

/** Upkeep that only the writer may do, between groups. */
export type WriterCall =
  | { readonly name: 'seal'; readonly service: string }
  | { readonly name: 'settle' }
  | {
      readonly name: 'useIndex';
      readonly service: string;
      readonly organizationId: string;
      readonly table: string;
      readonly columns: readonly string[];
    }
  | { readonly name: 'purge'; readonly service: string; readonly request: PurgeRequest; readonly wait: boolean };

export type FromWriter =
  | { readonly kind: 'ready'; readonly reports: readonly OpenReport[] }
  | {
      readonly kind: 'group';
      readonly outcomes: FlatOutcomes;
      /** JSON of Committed[]. */ readonly committed: string;
      readonly syncMs?: number | undefined;
    }
  | { readonly kind: 'progress'; readonly n: number; readonly progress: PurgeProgress }
  | { readonly kind: 'called'; readonly n: number; readonly result?: unknown; readonly error?: string }
  | { readonly kind: 'failed'; readonly message: string; readonly opening: boolean }
  | { readonly kind: 'closed' };

type Flat = string | number | Uint8Array;
export type FlatCommands = readonly Flat[];
export type FlatOutcomes = readonly Flat[];

/**
 * Adds one command to a flat array: n, service, type, payload, actor, meta. Meta is the origin alone where there is
 * nothing else.
 */
export const packCommand = (into: Flat[], command: WireCommand): void => {
  const { meta } = command;
  let plain = true;
  for (const key in meta) if (key !== 'origin' && meta[key as keyof typeof meta] !== undefined) plain = false;
  into.push(
    command.n,
    command.service,
    command.type,
    command.payload,
    command.actor,
    plain ? meta.origin : JSON.stringify(meta),
  );
};

export const unpackCommands = (flat: FlatCommands): WireCommand[] => {
  const commands: WireCommand[] = [];
  for (let i = 0; i < flat.length; i += 6) {
    const meta = flat[i + 5] as string;
    commands.push({
      n: flat[i] as number,
      service: flat[i + 1] as string,
      type: flat[i + 2] as string,
      payload: flat[i + 3] as string | Uint8Array,
      actor: flat[i + 4] as number,
      meta: (meta.startsWith('{') ? JSON.parse(meta) : { origin: meta }) as WireCommand['meta'],
    });
  }
  return commands;
};

const answered = 0;
const repeated = 1;
/** Added to the two above. */
const plain = 4;
const rejected = 2;
const faulty = 3;

/** n, kind, text, commit id, position. */
export const packOutcomes = (outcomes: readonly Outcome[]): FlatOutcomes => {
  const flat: Flat[] = [];
  for (const o of outcomes) {
    if ('answer' in o)
      flat.push(
        o.n,
        (o.repeated ? repeated : answered) + (o.plain ? plain : 0),
        o.answer,
        o.commitId ?? '',
        o.position ?? 0,
      );
    else if ('rejection' in o) flat.push(o.n, rejected, JSON.stringify(o.rejection), '', 0);
    else flat.push(o.n, faulty, o.fault, '', 0);
  }
  return flat;
};

export const unpackOutcomes = (flat: FlatOutcomes): Outcome[] => {
  const outcomes: Outcome[] = [];
  for (let i = 0; i < flat.length; i += 5) {
    const n = flat[i] as number;
    const kind = flat[i + 1] as number;
    const text = flat[i + 2] as string;
    if (kind === faulty) outcomes.push({ n, fault: text });
    else if (kind === rejected)
      outcomes.push({ n, rejection: JSON.parse(text) as Extract<Outcome, { rejection: unknown }>['rejection'] });
    else {
      const commitId = flat[i + 3] as string;
      outcomes.push({
        n,
        answer: text,
        ...(kind >= plain && { plain: true as const }),
        ...(commitId !== '' && { commitId, position: flat[i + 4] as number }),
        ...((kind & repeated) === repeated && { repeated: true as const }),
      });
    }
  }
  return outcomes;
};
