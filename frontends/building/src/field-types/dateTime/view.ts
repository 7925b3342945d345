import { IconCalendarTime } from '@tessera/kit/icons';
import { dateValues } from '../parts/filter-values.tsx';
import { DateEditor } from '../parts/line-editor.tsx';
import { DateFormatSetting } from '../parts/settings.tsx';
import { dateCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const dateTime: FieldTypeView = {
  texts: {
    en: { name: 'Date and time' },
    pt: { name: 'Data e hora' },
    es: { name: 'Fecha y hora' },
  },
  icon: IconCalendarTime,
  cell: dateCell,
  isPlain: true,
  entry: { by: 'typing', Editor: DateEditor },
  settings: [DateFormatSetting],
  filterValues: dateValues,
  card: { part: 'date' },
  tellsDistance: true,
};
