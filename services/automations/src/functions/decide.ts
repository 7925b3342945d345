import { read, type Actor, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { event, functionStream, meterStream, type AutomationsEvent, type EventOf } from '../events.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';
import { isBefore } from '../triggers/events.ts';
import type { FunctionSettings, LowCodeFunction, Meter } from './evolve.ts';

type Known = Snapshot<LowCodeFunction | undefined>;
type Named = { readonly functionId: string };
type Done = { readonly id: string };
type Handler<C extends Named> = CommandHandler<C, Known, AutomationsEvent, Done>;

const mostVersions = 1_000;
const mostSecrets = 50;

function* done({ functionId }: Named): Loading<Done> {
  return { id: functionId };
}
const loadFunction = ({ functionId }: Named): Loading<Known> =>
  read.snapshot<LowCodeFunction | undefined>(functionStream(functionId));

/** The function as somebody may change it: its owner and administrators, because it may run with its owner's rights. */
const changeable = (actor: Actor, { state }: Known): LowCodeFunction => {
  if (state === undefined || state.deleted !== undefined || !can(actor, 'functions.manage').allow)
    throw notFound('function_not_found');
  requireRight(actor, 'functions.change', state.ownerId);
  return state;
};

const advanced = (
  { version }: Known,
  functionId: string,
  ...events: readonly AutomationsEvent[]
): readonly DecidedEvent<AutomationsEvent>[] =>
  events.map((one, at) => ({
    event: one,
    advances: [{ stream: functionStream(functionId), version: version + at + 1 }],
  }));

const same = (a: FunctionSettings, b: FunctionSettings): boolean =>
  a.label === b.label &&
  a.language === b.language &&
  a.isAsync === b.isAsync &&
  a.triggerEvents.join() === b.triggerEvents.join() &&
  a.triggerTableId === b.triggerTableId;

/** Settings that hold: a trigger names a table and what happens there, and nobody writes on before it answered. */
const checked = (settings: FunctionSettings): FunctionSettings => {
  const { triggerEvents, triggerTableId } = settings;
  if ((triggerEvents.length === 0) !== (triggerTableId === '')) throw invalid('functions.trigger_incomplete');
  return { ...settings, isAsync: settings.isAsync && !triggerEvents.some(isBefore) };
};

/** Makes a function, which belongs to whoever makes it. */
export const createFunction: Handler<Named & { readonly settings: FunctionSettings; readonly active: boolean }> = {
  load: loadFunction,
  decide: ({ functionId, settings, active }, known, { meta }) => {
    requireRight(meta.actor, 'functions.manage');
    if (known.state !== undefined) return { events: [] };
    const made = event('functionCreated', {
      functionId,
      settings: checked(settings),
      ownerId: userOf(meta.actor),
      active,
    });
    return { events: advanced(known, functionId, made) };
  },
  answer: done,
};

/** Changes what it is called and whether it may be called. Its language stays once it has code. */
export const changeFunction: Handler<
  Named & { readonly settings: FunctionSettings; readonly active: boolean; readonly revision?: number | undefined }
> = {
  load: loadFunction,
  decide: ({ functionId, settings: sent, active, revision }, known, { meta }) => {
    const found = changeable(meta.actor, known);
    const settings = checked(sent);
    if (revision !== undefined && revision !== known.version)
      throw rejection('stale', 'functions.stale', { revision: known.version });
    const { settings: before } = found;
    if (found.version > 0 && settings.language !== before.language) throw conflict('functions.language_stays');
    return {
      events: advanced(
        known,
        functionId,
        ...(same(settings, before) ? [] : [event('functionChanged', { functionId, settings, before })]),
        ...(active === found.active ? [] : [event('functionSwitched', { functionId, active })]),
      ),
    };
  },
  answer: done,
};

/** Keeps code as the next version, which is called from here on. */
export const saveFunctionVersion: Handler<
  Named & Pick<EventOf<'functionVersionSaved'>, 'sourceCode' | 'note' | 'language' | 'isAsync' | 'restoredVersion'>
> = {
  load: loadFunction,
  decide: ({ functionId, ...saved }, known, { meta }) => {
    const found = changeable(meta.actor, known);
    if (saved.restoredVersion > found.version) throw notFound('functions.version_not_found');
    if (found.version >= mostVersions) throw conflict('functions.too_many_versions');
    const version = found.version + 1;
    const isAsync = saved.isAsync && !found.settings.triggerEvents.some(isBefore);
    const next = event('functionVersionSaved', { functionId, version, ...saved, isAsync });
    return { events: advanced(known, functionId, next) };
  },
  answer: done,
};

/** Says that a value by name was put into the vault, or taken from it. */
export const setFunctionSecret: Handler<Named & { readonly name: string; readonly removed: boolean }> = {
  load: loadFunction,
  decide: ({ functionId, name, removed }, known, { meta }) => {
    const { secrets } = changeable(meta.actor, known);
    const has = secrets.includes(name);
    if (removed && !has) return { events: [] };
    if (!removed && !has && secrets.length >= mostSecrets) throw conflict('functions.too_many_secrets');
    return { events: advanced(known, functionId, event('functionSecretSet', { functionId, name, removed })) };
  },
  answer: done,
};

/** Takes it away with its versions; undo brings both back. */
export const deleteFunction: Handler<Named> = {
  load: loadFunction,
  decide: ({ functionId }, known, { meta }) => {
    const { label } = changeable(meta.actor, known).settings;
    return { events: advanced(known, functionId, event('functionDeleted', { functionId, label })) };
  },
  answer: done,
};

/** Takes a deleted function away for good. Its secrets are forgotten before. */
export const eraseFunction: Handler<Named> = {
  load: loadFunction,
  decide: ({ functionId }, known, { meta }) => {
    const { state } = known;
    if (state === undefined || state.erased !== undefined) throw notFound('function_not_found');
    if (!can(meta.actor, 'installation.act').allow) {
      if (!can(meta.actor, 'functions.manage').allow) throw notFound('function_not_found');
      requireRight(meta.actor, 'functions.change', state.ownerId);
    }
    if (state.deleted === undefined) throw conflict('functions.not_deleted');
    const { label } = state.settings;
    return { events: advanced(known, functionId, event('functionErased', { functionId, label })) };
  },
  answer: done,
};

type Counted = Omit<EventOf<'functionCalled'>, 'number'>;
/** Counts calls that came to their end, many in one commit. Answers the number of each. */
export const meterCalls: CommandHandler<
  { readonly calls: readonly Counted[] },
  ReadonlyMap<string, Snapshot<Meter>>,
  AutomationsEvent,
  readonly number[]
> = {
  merges: true,
  *load({ calls }) {
    const meters = new Map<string, Snapshot<Meter>>();
    for (const { functionId } of calls)
      if (!meters.has(functionId)) meters.set(functionId, yield* read.snapshot<Meter>(meterStream(functionId)));
    return meters;
  },
  decide: ({ calls }, meters, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    const more = new Map<string, number>();
    return {
      events: calls.map((called) => {
        const { functionId } = called;
        const { version, state } = meters.get(functionId)!;
        const place = (more.get(functionId) ?? 0) + 1;
        more.set(functionId, place);
        const counted = event('functionCalled', { ...called, number: (state?.calls ?? 0) + place });
        return { event: counted, advances: [{ stream: meterStream(functionId), version: version + place }] };
      }),
    };
  },
  *answer(_command, events) {
    return events.map((one) => (one.$case === 'functionCalled' ? one.value.number : 0));
  },
};

/** Counted one call by itself. Calls are counted together now; repeated requests of before are answered by it. */
export const meterCall: CommandHandler<EventOf<'functionCalled'>, Snapshot<Meter>, AutomationsEvent, Done> = {
  load: ({ functionId }) => read.snapshot<Meter>(meterStream(functionId)),
  decide: (called, { version, state }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state?.last?.callId === called.callId) return { events: [] };
    const advances = [{ stream: meterStream(called.functionId), version: version + 1 }];
    return { events: [{ event: event('functionCalled', called), advances }] };
  },
  answer: done,
};
