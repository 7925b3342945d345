import { IconAlignLeft } from '@tessera/kit/icons';
import { textValues } from '../parts/filter-values.tsx';
import { LongEditor } from '../parts/long-editor.tsx';
import { textCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const text: FieldTypeView = {
  texts: {
    en: { name: 'Long text', suggests: { notes: { name: 'Notes' } } },
    pt: { name: 'Texto longo', suggests: { notes: { name: 'Observações' } } },
    es: { name: 'Texto largo', suggests: { notes: { name: 'Notas' } } },
  },
  icon: IconAlignLeft,
  cell: textCell,
  entry: { by: 'typing', Editor: LongEditor, adds: true },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption', yields: true },
};
