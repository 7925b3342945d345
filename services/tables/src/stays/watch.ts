import { read, type Aggregate, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import type { Handler } from '../definitions/handler.ts';
import type { TableState } from '../definitions/state.ts';
import { limitStream, tableStream, type EventOf, type TablesEvent } from '../events.ts';

/** How long is worth a warning, and how long is late. */
export const levels = ['warn', 'late'] as const;
export type Level = (typeof levels)[number];

/**
 * What of a limit was told: stays in `optionId` that began until then, by level, in ms. Of another option it knows
 * nothing.
 */
export type Watch = {
  readonly tableId: string;
  readonly fieldId: string;
  readonly stageFieldId: string;
  readonly optionId: string;
  readonly until: Readonly<Partial<Record<Level, number>>>;
};

/** Its document. */
export const watchId = (tableId: string, fieldId: string): string => `${tableId}.${fieldId}`;

type Of = Pick<Watch, 'stageFieldId' | 'optionId'>;

/** Up to when stays in an option were told; undefined where that never began. */
export const toldUntil = (watch: Watch | undefined, of: Of, level: Level): number | undefined =>
  watch === undefined || watch.stageFieldId !== of.stageFieldId || watch.optionId !== of.optionId
    ? undefined
    : watch.until[level];

export const watchAggregate: Aggregate<Watch | undefined, TablesEvent> = {
  kind: 'limit',
  version: 1,
  initial: undefined,
  evolve(state, event) {
    if (event.$case !== 'limitReached') return state;
    const { tableId, fieldId, stageFieldId, optionId, level, until } = event.value;
    const same = state?.stageFieldId === stageFieldId && state.optionId === optionId;
    return { tableId, fieldId, stageFieldId, optionId, until: { ...(same ? state.until : {}), [level]: until } };
  },
};

export type ReachLimit = Omit<EventOf<'limitReached'>, 'level'> & { readonly level: Level };

/** Tells whose records reached a limit, up to a moment, each once. Done by the service itself. */
export const reachLimit: Handler<
  ReachLimit,
  { readonly table: Snapshot<TableState>; readonly watch: Snapshot<Watch | undefined> },
  null
> = {
  *load({ tableId, fieldId }) {
    const watch = yield* read.snapshot<Watch | undefined>(limitStream(tableId, fieldId));
    return { watch, table: yield* read.snapshot<TableState>(tableStream(tableId)) };
  },
  decide: (value, { table: { state }, watch }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    const { tableId, fieldId, level, until } = value;
    if (state === undefined || state.archived || !state.fields.some(({ id }) => id === fieldId)) return { events: [] };
    // Somebody else told it meanwhile.
    if ((toldUntil(watch.state, value, level) ?? -1) >= until) return { events: [] };
    return {
      events: [
        {
          event: { $case: 'limitReached', value: { ...value, told: [...value.told] } },
          advances: [{ stream: limitStream(tableId, fieldId), version: watch.version + 1 }],
        },
      ],
    };
  },
  *answer() {
    return null;
  },
};
