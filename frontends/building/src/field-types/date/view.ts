import { IconCalendar } from '@tessera/kit/icons';
import { dateValues } from '../parts/filter-values.tsx';
import { DateEditor } from '../parts/line-editor.tsx';
import { DateFormatSetting } from '../parts/settings.tsx';
import { dateCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const date: FieldTypeView = {
  texts: {
    en: { name: 'Date', suggests: { due: { name: 'Due date' } } },
    pt: { name: 'Data', suggests: { due: { name: 'Prazo' } } },
    es: { name: 'Fecha', suggests: { due: { name: 'Fecha límite' } } },
  },
  icon: IconCalendar,
  cell: dateCell,
  isPlain: true,
  entry: { by: 'typing', Editor: DateEditor },
  settings: [DateFormatSetting],
  filterValues: dateValues,
  card: { part: 'date' },
  tellsDistance: true,
};
