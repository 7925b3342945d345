import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import { readValues } from '../parts/filter-values.tsx';
import { LineEditor } from '../parts/line-editor.tsx';
import { textCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const time: FieldTypeView = {
  texts: {
    en: {
      name: 'Time',
      refused: {
        'time.invalid': 'This is no time of day. Write it as 14:30.',
        'time.day_dropped': 'A time has no day.',
        'time.seconds_dropped': 'A time has no seconds.',
      },
    },
    pt: {
      name: 'Hora',
      refused: {
        'time.invalid': 'Isto não é um horário. Escreva como 14:30.',
        'time.day_dropped': 'Um horário não tem dia.',
        'time.seconds_dropped': 'Um horário não tem segundos.',
      },
    },
    es: {
      name: 'Hora',
      refused: {
        'time.invalid': 'Esto no es una hora. Escríbala como 14:30.',
        'time.day_dropped': 'Una hora no tiene día.',
        'time.seconds_dropped': 'Una hora no tiene segundos.',
      },
    },
  },
  icon: IconClock,
  cell: textCell,
  isPlain: true,
  entry: { by: 'typing', Editor: LineEditor },
  settings: [],
  filterValues: readValues,
  card: { part: 'caption' },
  sorts: 'date',
};
