import type { ModelOp, Person, WriteModule } from '@tessera/kernel';
import type { StoredEvent } from '@tessera/proto/commit/v1/commit';
import { snapshotCollection } from '@tessera/document-store';
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

/** Who writes such commits. */
export const salvageActor = { kind: 'system', id: 'salvage' } as const;

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

const decodeSalvaged = (event: StoredEvent): Salvaged => JSON.parse(Buffer.from(event.payload).toString()) as Salvaged;

/** An event of a salvage without these records, and which of them it held; undefined when it held none. */
export const salvagedWithout = (
  event: StoredEvent,
  table: string,
  items: ReadonlySet<string> | 'all',
): { readonly event: StoredEvent; readonly ids: readonly string[] } | undefined => {
  const { lost, steps } = decodeSalvaged(event);
  const held = steps.flatMap(({ op }) =>
    'ids' in op && op.table === table ? op.ids.filter((id) => items === 'all' || items.has(id)) : [],
  );
  if (held.length === 0) return undefined;
  const ids = new Set(held);
  return {
    event: encodeSalvaged({ lost, steps: steps.flatMap((step) => stepWithout(step, table, ids) ?? []) }),
    ids: [...ids],
  };
};

/** An event of a salvage without what names a person, and the streams whose states it brought back; undefined when it does not. */
export const salvagedWithoutPerson = (
  event: StoredEvent,
  personal: NonNullable<WriteModule<unknown>['personal']>,
  person: Person,
): { readonly event: StoredEvent; readonly streams: readonly string[] } | undefined => {
  const { lost, steps } = decodeSalvaged(event);
  const streams: string[] = [];
  let touched = false;
  const left = steps.map((step): SalvagedStep => {
    const { op } = step;
    const document = op.op === 'document.put' ? personal.document(op.collection, op.document, person) : undefined;
    if (document === undefined) return step;
    touched = true;
    if (op.op === 'document.put' && op.collection === snapshotCollection) streams.push(op.id);
    return { ...step, op: { ...op, document } as ModelOp };
  });
  return touched ? { event: encodeSalvaged({ lost, steps: left }), streams } : undefined;
};

/** The changes that a commit of a salvage brings to the model; none in any other commit. */
export const salvagedSteps = (events: readonly StoredEvent[]): readonly SalvagedStep[] =>
  events.flatMap(({ type, payload }) =>
    type === ownEvents.salvaged ? (JSON.parse(Buffer.from(payload).toString()) as Salvaged).steps : [],
  );
