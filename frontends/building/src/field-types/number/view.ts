import { IconNumbers } from '@tessera/kit/icons';
import { numberValues } from '../parts/filter-values.tsx';
import { NumberEditor } from '../parts/line-editor.tsx';
import { DecimalsSetting, ThousandsSetting } from '../parts/settings.tsx';
import { numberCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const number: FieldTypeView = {
  texts: {
    en: { name: 'Number' },
    pt: { name: 'Número' },
    es: { name: 'Número' },
  },
  icon: IconNumbers,
  cell: numberCell,
  isPlain: true,
  atEnd: true,
  entry: { by: 'typing', Editor: NumberEditor },
  settings: [DecimalsSetting, ThousandsSetting],
  begins: { thousands: true },
  filterValues: numberValues,
  card: { part: 'amount' },
};
