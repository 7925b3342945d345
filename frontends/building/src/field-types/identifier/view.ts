import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import { later } from '../../later.tsx';
import { textValues } from '../parts/filter-values.tsx';
import { textCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

/** Loaded when a field is set up: a table opens without them. */
const PrefixSetting = later(async () => (await import('./settings.tsx')).PrefixSetting);
const DigitsSetting = later(async () => (await import('./settings.tsx')).DigitsSetting);

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
