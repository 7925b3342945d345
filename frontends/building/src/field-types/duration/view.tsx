import IconStopwatch from '@tabler/icons-react/dist/esm/icons/IconStopwatch.mjs';
import { Select } from '@tessera/kit';
import { readValues } from '../parts/filter-values.tsx';
import { LineEditor } from '../parts/line-editor.tsx';
import { numberCell } from '../parts/text-cell.tsx';
import type { FieldTypeView, SettingProps } from '../view.ts';

const FormatSetting = ({ props, labels, onChange }: SettingProps) => (
  <Select
    label={labels['format'] ?? ''}
    value={String(props['duration_format'] ?? 'h:mm')}
    options={[
      { value: 'h:mm', label: labels['minutes'] ?? '' },
      { value: 'h:mm:ss', label: labels['seconds'] ?? '' },
    ]}
    onChange={(format) => onChange({ duration_format: format })}
    searchable={false}
  />
);

export const duration: FieldTypeView = {
  texts: {
    en: {
      name: 'Duration',
      labels: { format: 'Format', minutes: 'Hours and minutes (1:30)', seconds: 'With seconds (1:30:00)' },
      refused: { 'duration.invalid': 'This is no duration. Write it as 1:30, 90m or 1h 30m.' },
    },
    pt: {
      name: 'Duração',
      labels: { format: 'Formato', minutes: 'Horas e minutos (1:30)', seconds: 'Com segundos (1:30:00)' },
      refused: { 'duration.invalid': 'Isto não é uma duração. Escreva como 1:30, 90m ou 1h 30m.' },
    },
    es: {
      name: 'Duración',
      labels: { format: 'Formato', minutes: 'Horas y minutos (1:30)', seconds: 'Con segundos (1:30:00)' },
      refused: { 'duration.invalid': 'Esto no es una duración. Escríbala como 1:30, 90m o 1h 30m.' },
    },
  },
  icon: IconStopwatch,
  cell: numberCell,
  isPlain: true,
  atEnd: true,
  entry: { by: 'typing', Editor: (props) => <LineEditor {...props} numeric inputMode="text" /> },
  settings: [FormatSetting],
  filterValues: readValues,
  card: { part: 'amount', yields: true },
};
