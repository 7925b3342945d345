import { IconClockHour4 } from '@tessera/kit/icons';
import { dateValues } from '../parts/filter-values.tsx';
import { dateCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const criadoEm: FieldTypeView = {
  texts: {
    en: { name: 'Created at', suggests: { made: { name: 'Created' } } },
    pt: { name: 'Criado em', suggests: { made: { name: 'Criado em' } } },
    es: { name: 'Creado el', suggests: { made: { name: 'Creado' } } },
  },
  icon: IconClockHour4,
  cell: dateCell,
  isPlain: true,
  entry: { by: 'nobody' },
  settings: [],
  filterValues: dateValues,
  card: { part: 'date' },
};
