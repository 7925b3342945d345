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

/** One change without these records of a table; undefined when nothing is left of it. */
const stepWithout = (step: SalvagedStep, table: string, items: ReadonlySet<string>): SalvagedStep | undefined => {
  const { op } = step;
  if (!('ids' in op) || op.table !== table) return step;
  const places = op.ids.flatMap((id, i) => (items.has(id) ? [] : [i]));
  if (places.length === 0) return undefined;
  const keep = <T>(list: readonly T[]): T[] => places.map((i) => list[i]!);
  return {
    ...step,
    op: {
      ...op,
      ids: keep(op.ids),
      ...('versions' in op && { versions: keep(op.versions) }),
      ...('columns' in op && { columns: op.columns.map(({ column, cells }) => ({ column, cells: keep(cells) })) }),
    } as ModelOp,
  };
};

/** An event of a salvage without these records; undefined when it does not hold them. */
export const salvagedWithout = (
  event: StoredEvent,
  table: string,
  items: ReadonlySet<string>,
): StoredEvent | undefined => {
  const { lost, steps } = JSON.parse(Buffer.from(event.payload).toString()) as Salvaged;
  const holds = ({ op }: SalvagedStep): boolean =>
    'ids' in op && op.table === table && op.ids.some((id) => items.has(id));
  if (!steps.some(holds)) return undefined;
  return encodeSalvaged({ lost, steps: steps.flatMap((step) => stepWithout(step, table, items) ?? []) });
};

/** The changes that a commit of a salvage brings to the model; none in any other commit. */
export const salvagedSteps = (events: readonly StoredEvent[]): readonly SalvagedStep[] =>
  events.flatMap(({ type, payload }) =>
    type === ownEvents.salvaged ? (JSON.parse(Buffer.from(payload).toString()) as Salvaged).steps : [],
  );
