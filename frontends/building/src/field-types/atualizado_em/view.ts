import { IconClockHour4 } from '@tessera/kit/icons';
import { dateValues } from '../parts/filter-values.tsx';
import { dateCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const atualizadoEm: FieldTypeView = {
  texts: {
    en: { name: 'Last updated at' },
    pt: { name: 'Atualizado em' },
    es: { name: 'Actualizado el' },
  },
  icon: IconClockHour4,
  cell: dateCell,
  isPlain: true,
  entry: { by: 'nobody' },
  settings: [],
  filterValues: dateValues,
  card: { part: 'date' },
};
