import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import { Select, TextInput } from '@tessera/kit';
import { textValues } from '../parts/filter-values.tsx';
import { textCell } from '../parts/text-cell.tsx';
import type { FieldTypeView, SettingProps } from '../view.ts';

const PrefixSetting = ({ props, labels, onChange }: SettingProps) => (
  <TextInput
    label={labels['prefix'] ?? ''}
    value={typeof props['prefix'] === 'string' ? props['prefix'] : ''}
    maxLength={20}
    onChange={(prefix) => onChange({ prefix })}
  />
);

const DigitsSetting = ({ props, labels, onChange }: SettingProps) => {
  const digits = typeof props['digits'] === 'number' ? props['digits'] : 4;
  const prefix = typeof props['prefix'] === 'string' ? props['prefix'] : '';
  return (
    <Select
      label={labels['digits'] ?? ''}
      help={`${labels['example'] ?? ''} ${prefix}${'42'.padStart(digits, '0')}`}
      value={String(digits)}
      options={Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
      onChange={(chosen) => onChange({ digits: Number(chosen) })}
      searchable={false}
    />
  );
};

export const identifier: FieldTypeView = {
  texts: {
    en: {
      name: 'Identifier',
      labels: { prefix: 'Prefix', digits: 'Digits', example: 'For records that come:' },
      refused: { 'identifier.prefix': 'A prefix has at most {{limit}} characters.' },
    },
    pt: {
      name: 'Identificador',
      labels: { prefix: 'Prefixo', digits: 'Dígitos', example: 'Para os próximos registros:' },
      refused: { 'identifier.prefix': 'Um prefixo tem no máximo {{limit}} caracteres.' },
    },
    es: {
      name: 'Identificador',
      labels: { prefix: 'Prefijo', digits: 'Dígitos', example: 'Para los próximos registros:' },
      refused: { 'identifier.prefix': 'Un prefijo tiene como máximo {{limit}} caracteres.' },
    },
  },
  icon: IconId,
  cell: textCell,
  isPlain: true,
  entry: { by: 'nobody' },
  settings: [PrefixSetting, DigitsSetting],
  filterValues: textValues,
  card: { part: 'caption' },
};
