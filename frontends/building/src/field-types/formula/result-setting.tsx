import { Select, useTexts } from '@tessera/kit';
import { SignSetting } from '../currency/sign-setting.tsx';
import { DateFormatSetting, DecimalsSetting, ThousandsSetting } from '../parts/settings.tsx';
import type { SettingProps } from '../view.ts';

/** Whether a computed number is an amount of money. */
const NumberFormatSetting = ({ props, onChange }: SettingProps) => {
  const t = useTexts('building');
  return (
    <Select
      label={t('field.numberFormat')}
      value={props.number_format ?? 'number'}
      options={[
        { value: 'number', label: t('field.formatNumber') },
        { value: 'currency', label: t('field.formatCurrency') },
      ]}
      onChange={(format) => onChange({ number_format: format === 'currency' ? format : 'number' })}
      searchable={false}
    />
  );
};

/** How the result is shown, as far as its kind is known: it is from the first saving on. */
export const ResultSetting = (props: SettingProps) => {
  const { result } = props.props;
  if (result === 'number')
    return (
      <>
        <NumberFormatSetting {...props} />
        {props.props.number_format === 'currency' && <SignSetting {...props} />}
        <DecimalsSetting {...props} />
        <ThousandsSetting {...props} />
      </>
    );
  return result === 'date' || result === 'dateTime' ? <DateFormatSetting {...props} /> : null;
};
