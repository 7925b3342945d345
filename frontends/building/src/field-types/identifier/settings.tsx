import { Select, TextInput } from '@tessera/kit';
import type { SettingProps } from '../view.ts';

export const PrefixSetting = ({ props, labels, onChange }: SettingProps) => (
  <TextInput
    label={labels['prefix'] ?? ''}
    value={typeof props['prefix'] === 'string' ? props['prefix'] : ''}
    maxLength={20}
    onChange={(prefix) => onChange({ prefix })}
  />
);

export const DigitsSetting = ({ props, labels, onChange }: SettingProps) => {
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
