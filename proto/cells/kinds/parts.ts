import type { Cell, PartsCell, PartSpecs, StorageKind } from '@tessera/kernel';
import { cellAt, fits, fromColumn, kindOf, pickColumn, toColumn, type Cells } from '../columns.ts';
import type { ColumnValue, MessageKind, Value } from './kind.ts';
import { kindOfValue, messageKinds } from './list.ts';

const inside = (message: ColumnValue) => (message.$case === 'parts' ? message.value : { count: 0, parts: [] });

/**
 * How a part is written. One that this release does not know came as a cell of a kind that looks the same in memory, and
 * is read as that by the release that does know it.
 */
const kindFor = (name: string, cell: Cell, parts: PartSpecs | undefined): StorageKind =>
  parts !== undefined && Object.hasOwn(parts, name)
    ? parts[name]!.kind
    : typeof cell === 'string'
      ? 'text'
      : typeof cell === 'boolean'
        ? 'boolean'
        : typeof cell === 'number'
          ? 'instant'
          : 'options';

const made = (entries: readonly (readonly [string, Cell | null | undefined])[]): PartsCell =>
  Object.fromEntries(entries.filter(([, cell]) => cell !== null && cell !== undefined)) as PartsCell;

/** A column for each part. */
export const parts: MessageKind = {
  value: 'parts',
  wrap: (set, specs) => {
    const cells = set as readonly PartsCell[];
    const names = [...new Set(cells.flatMap((cell) => Object.keys(cell)))];
    return {
      $case: 'parts',
      value: {
        count: cells.length,
        parts: names.map((name) => {
          const own: Cells = cells.map((cell) => (Object.hasOwn(cell, name) ? cell[name]! : null));
          return {
            name,
            cells: toColumn(
              '',
              0,
              kindFor(
                name,
                own.find((one) => one !== null)!,
                specs,
              ),
              own,
            ),
          };
        }),
      },
    };
  },
  count: (message) => inside(message).count,
  pick: (message, places) => {
    const { count, parts: columns } = inside(message);
    const taken = places.filter((place) => place < count);
    const picked = columns.flatMap(({ name, cells }) => {
      const column = cells === undefined ? undefined : pickColumn(cells, taken);
      // What no picked value has is not told of either: a purge leaves nothing of a part that only the erased ones had.
      const some = column !== undefined && (column.states.length === 0 || column.states.includes(0));
      return some ? [{ name, cells: column }] : [];
    });
    return { $case: 'parts', value: { count: taken.length, parts: picked } };
  },
  cells: (message) => {
    const { count, parts: columns } = inside(message);
    const read = columns.map(({ name, cells }) => [name, cells === undefined ? [] : fromColumn(cells, count)] as const);
    return Array.from({ length: count }, (_, i) => made(read.map(([name, cells]) => [name, cells[i]] as const)));
  },
  at: (message, index) => {
    const { count, parts: columns } = inside(message);
    return index >= count
      ? undefined
      : made(columns.map(({ name, cells }) => [name, cells === undefined ? null : cellAt(cells, index)] as const));
  },
  toValue: (cell, specs) => ({
    $case: 'parts',
    value: {
      parts: Object.entries(cell as PartsCell).map(([name, one]) => ({
        name,
        value: { value: messageKinds[kindFor(name, one, specs)].toValue(one) },
      })),
    },
  }),
  fromValue: (one: Value) =>
    one.$case === 'parts'
      ? made(
          one.value.parts.map(({ name, value }) => {
            const inner = value?.value;
            return [name, inner && kindOfValue(inner.$case)?.fromValue(inner)] as const;
          }),
        )
      : {},
  wrong: (message, { parts: specs = {} }) => {
    const { count, parts: columns } = inside(message);
    const filled = new Uint8Array(count);
    const seen = new Set<string>();
    for (const { name, cells } of columns) {
      const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
      if (spec === undefined || seen.has(name)) return { reason: 'a part is not of the field' };
      seen.add(name);
      if (cells?.cells === undefined || kindOf(cells) !== spec.kind || !fits(cells, count))
        return { reason: 'a part is not as its field has it' };
      const wrong = messageKinds[spec.kind].wrong(cells.cells, { scale: spec.scale ?? 0, isOption: () => true });
      if (wrong !== undefined) return wrong;
      for (let i = 0; i < count; i++) if (cells.states.length === 0 || cells.states[i] === 0) filled[i] = 1;
    }
    return filled.every((one) => one === 1) ? undefined : { reason: 'a value without parts is an empty cell' };
  },
};
