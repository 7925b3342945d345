import type { ModelOp } from '@tessera/kernel';
import type { StoredEvent } from '@tessera/proto/commit/v1/commit';
import { ownEvents } from '../writer/facts.ts';

/** One change of the model that a salvage wrote down, with when and by whom it was made where the model knows it. */
export type SalvagedStep = { readonly op: ModelOp; readonly time?: number; readonly actorId?: string };

/**
 * What a `$salvaged` event says, as JSON: which commits of the service were lost, and the changes of the read model that
 * bring back what they left behind. What happened in them is not known any more.
 */
export type Salvaged = {
  readonly lost: { readonly from: number; readonly to: number };
  readonly steps: readonly SalvagedStep[];
};

export const encodeSalvaged = (salvaged: Salvaged): StoredEvent => ({
  type: ownEvents.salvaged,
  payload: Buffer.from(JSON.stringify(salvaged)),
  advances: [],
});

/** The changes that a commit of a salvage brings to the model; none in any other commit. */
export const salvagedSteps = (events: readonly StoredEvent[]): readonly SalvagedStep[] =>
  events.flatMap(({ type, payload }) =>
    type === ownEvents.salvaged ? (JSON.parse(Buffer.from(payload).toString()) as Salvaged).steps : [],
  );
