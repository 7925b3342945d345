import { dateFormats, maxDecimals } from '@tessera/fields';
import { Select, Switch, useFormats, useTexts } from '@tessera/kit';
import type { SettingProps } from '../view.ts';

export const DecimalsSetting = ({ props, onChange }: SettingProps) => {
  const t = useTexts('building');
  return (
    <Select
      label={t('field.decimals')}
      value={props.decimals === undefined ? '' : String(props.decimals)}
      options={[
        { value: '', label: t('field.decimalsFree') },
        ...Array.from({ length: maxDecimals + 1 }, (_, n) => ({ value: String(n), label: String(n) })),
      ]}
      onChange={(decimals) => onChange({ decimals: decimals === '' ? undefined : Number(decimals) })}
      searchable={false}
    />
  );
};

export const ThousandsSetting = ({ props, onChange }: SettingProps) => {
  const t = useTexts('building');
  return (
    <Switch
      label={t('field.thousands')}
      checked={props.thousands === true}
      onChange={(thousands) => onChange({ thousands })}
    />
  );
};

export const DateFormatSetting = ({ props, onChange }: SettingProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  return (
    <Select
      label={t('field.format')}
      value={props.date_format ?? ''}
      options={['', ...dateFormats].map((format) => ({
        value: format,
        label: format === '' ? t('field.formatLocale', { example: formats.date('2026-12-31') }) : format.toUpperCase(),
      }))}
      onChange={(format) => onChange({ date_format: format })}
    />
  );
};
