import { fileOf, fileText, isId } from '@tessera/kernel';
import { countOf, pickValues, valuesIn, type MessageKind } from './kind.ts';

type Wire = { readonly id: string; readonly name: string; readonly size: number; readonly type: string };
type WireList = { readonly files: readonly Wire[] };

const wired = (cell: readonly string[]): { files: Wire[] } => ({ files: cell.map(fileOf) });
const cellOf = ({ files }: WireList): readonly string[] => files.map(fileText);
const fits = ({ id, name, size }: Wire): boolean => isId(id) && name !== '' && Number.isSafeInteger(size) && size >= 0;

/** Files with their names, sizes and types: whoever reads the events alone can tell what a record had. */
export const files: MessageKind = {
  value: 'files',
  wrap: (set) => ({ $case: 'files', value: { values: set.map((cell) => wired(cell as readonly string[])) } }),
  count: countOf,
  pick: pickValues,
  cells: (message) => (valuesIn(message) as readonly WireList[]).map(cellOf),
  at: (message, index) => {
    const found = valuesIn(message)[index] as WireList | undefined;
    return found && cellOf(found);
  },
  toValue: (cell) => ({ $case: 'files', value: wired(cell as readonly string[]) }),
  fromValue: (one) => cellOf(one.value as unknown as WireList),
  wrong: (message) =>
    (valuesIn(message) as readonly WireList[]).every(({ files: all }) => all.length > 0 && all.every(fits))
      ? undefined
      : { reason: 'a file is not as its field has it' },
};
