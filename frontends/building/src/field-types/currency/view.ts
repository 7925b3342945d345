import { IconCurrencyDollar } from '@tessera/kit/icons';
import { numberValues } from '../parts/filter-values.tsx';
import { NumberEditor } from '../parts/line-editor.tsx';
import { DecimalsSetting, ThousandsSetting } from '../parts/settings.tsx';
import { numberCell } from '../parts/text-cell.tsx';
import { SignSetting } from './sign-setting.tsx';
import type { FieldTypeView } from '../view.ts';

export const currency: FieldTypeView = {
  texts: {
    en: { name: 'Currency', suggests: { value: { name: 'Value' } } },
    pt: { name: 'Moeda', suggests: { value: { name: 'Valor' } } },
    es: { name: 'Moneda', suggests: { value: { name: 'Valor' } } },
  },
  icon: IconCurrencyDollar,
  cell: numberCell,
  isPlain: true,
  atEnd: true,
  entry: { by: 'typing', Editor: NumberEditor },
  settings: [DecimalsSetting, SignSetting, ThousandsSetting],
  begins: { thousands: true },
  filterValues: numberValues,
  card: { part: 'amount' },
};
