import type { SelectOption } from '@tessera/fields';

export type OptionConflict = {
  readonly optionId: string;
  readonly yours: string;
  readonly theirs: string;
  readonly base: string;
};
type Merge = {
  /** What there is now. */
  readonly current: readonly SelectOption[];
  /** What the editor saw. */
  readonly base: readonly SelectOption[];
  /** What the editor wants, in their order. One that is left out is kept: only `removed` takes options away. */
  readonly wished: readonly SelectOption[];
  readonly removed: ReadonlySet<string>;
};

const byId = (options: readonly SelectOption[]): ReadonlyMap<string, SelectOption> =>
  new Map(options.map((option) => [option.id, option]));
const idsIn = (options: readonly SelectOption[], others: ReadonlyMap<string, unknown>): string =>
  options
    .filter((o) => others.has(o.id))
    .map((o) => o.id)
    .join();

/** Puts what `first` does not name behind the neighbour that it has in `second`. */
const interleave = (first: readonly SelectOption[], second: readonly SelectOption[]): readonly SelectOption[] => {
  const list = [...first];
  const placed = new Set(list.map((o) => o.id));
  second.forEach((option, i) => {
    if (placed.has(option.id)) return;
    placed.add(option.id);
    const before = second[i - 1];
    list.splice(before === undefined ? 0 : list.findIndex((o) => o.id === before.id) + 1, 0, option);
  });
  return list;
};

/**
 * Options of two editors put together, as records merge field by field: what only one of them changed, added, renamed
 * or moved holds; a label that both changed is a conflict, and `options` then has the wished one. A colour that both
 * changed is the later one's. Pure.
 */
export const mergeOptions = ({
  current,
  base,
  wished,
  removed,
}: Merge): { readonly options: readonly SelectOption[]; readonly conflicts: readonly OptionConflict[] } => {
  const [seen, wishedById, present] = [byId(base), byId(wished), byId(current)];
  const conflicts: OptionConflict[] = [];
  const merged = (option: SelectOption): SelectOption => {
    const [sent, was] = [wishedById.get(option.id), seen.get(option.id)];
    if (sent === undefined) return option;
    if (was === undefined) return sent;
    if (sent.label !== was.label && option.label !== was.label && option.label !== sent.label)
      conflicts.push({ optionId: option.id, yours: sent.label, theirs: option.label, base: was.label });
    return {
      id: option.id,
      label: sent.label === was.label ? option.label : sent.label,
      color: sent.color === was.color ? option.color : sent.color,
    };
  };
  const kept = current.filter((option) => !removed.has(option.id)).map(merged);
  const known = byId(kept);
  // What the editor saw and is gone by now was deleted by somebody else; what they never saw is new.
  const wanted = wished.flatMap((option) =>
    removed.has(option.id)
      ? []
      : (known.get(option.id) ?? (seen.has(option.id) && !present.has(option.id) ? [] : option)),
  );
  const moved = idsIn(wished, seen) !== idsIn(base, wishedById);
  return { options: moved ? interleave(wanted, kept) : interleave(kept, wanted), conflicts };
};
