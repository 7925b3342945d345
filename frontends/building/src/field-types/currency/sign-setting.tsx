import { TextInput, useTexts } from '@tessera/kit';
import type { SettingProps } from '../view.ts';

/** The sign of the currency. */
export const SignSetting = ({ props, onChange }: SettingProps) => {
  const t = useTexts('building');
  return (
    <TextInput
      label={t('field.currency')}
      value={props.currency_symbol ?? ''}
      maxLength={8}
      onChange={(sign) => onChange({ currency_symbol: sign })}
    />
  );
};
