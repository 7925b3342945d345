import { IconCalendarTime as IconRange } from '@tessera/kit/icons';
import { dateValues } from '../parts/filter-values.tsx';
import { DateFormatSetting } from '../parts/settings.tsx';
import { textCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';
import { RangeEditor } from './range-editor.tsx';

export const dateRange: FieldTypeView = {
  texts: {
    en: {
      name: 'Date range',
      parts: { start: 'Start', end: 'End' },
      refused: {
        'dateRange.invalid': 'Write two dates, the start and the end: 2026-03-01 – 2026-03-31.',
        'dateRange.backwards': 'The end is before the start.',
        'dateRange.start_only': 'Only the start stays.',
      },
    },
    pt: {
      name: 'Período',
      parts: { start: 'Início', end: 'Fim' },
      refused: {
        'dateRange.invalid': 'Escreva duas datas, o início e o fim: 2026-03-01 – 2026-03-31.',
        'dateRange.backwards': 'O fim vem antes do início.',
        'dateRange.start_only': 'Só o início fica.',
      },
    },
    es: {
      name: 'Período',
      parts: { start: 'Inicio', end: 'Fin' },
      refused: {
        'dateRange.invalid': 'Escriba dos fechas, el inicio y el fin: 2026-03-01 – 2026-03-31.',
        'dateRange.backwards': 'El fin es anterior al inicio.',
        'dateRange.start_only': 'Solo queda el inicio.',
      },
    },
  },
  icon: IconRange,
  cell: textCell,
  isPlain: true,
  entry: { by: 'typing', Editor: RangeEditor },
  settings: [DateFormatSetting],
  filterValues: dateValues,
  card: { part: 'caption' },
  sorts: 'date',
};
