import { IconLetterT } from '@tessera/kit/icons';
import { textValues } from '../parts/filter-values.tsx';
import { LineEditor } from '../parts/line-editor.tsx';
import { textCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const singleLineText: FieldTypeView = {
  texts: {
    en: { name: 'Single line text' },
    pt: { name: 'Texto de uma linha' },
    es: { name: 'Texto de una línea' },
  },
  icon: IconLetterT,
  cell: textCell,
  isPlain: true,
  entry: { by: 'typing', Editor: LineEditor, adds: true },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
};
