import { Select } from '@tessera/kit';
import type { SettingProps } from '../view.ts';
import { shapes } from './marks.ts';

export const MostSetting = ({ props, labels, onChange }: SettingProps) => (
  <Select
    label={labels['max'] ?? ''}
    value={String(props['max'] ?? 5)}
    options={Array.from({ length: 10 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
    onChange={(max) => onChange({ max: Number(max) })}
    searchable={false}
  />
);

export const IconSetting = ({ props, labels, onChange }: SettingProps) => (
  <Select
    label={labels['icon'] ?? ''}
    value={String(props['icon'] ?? 'star')}
    options={Object.keys(shapes).map((icon) => ({ value: icon, label: labels[icon] ?? icon }))}
    onChange={(icon) => onChange({ icon })}
    searchable={false}
  />
);
