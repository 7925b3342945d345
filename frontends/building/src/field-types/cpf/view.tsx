import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import { textValues } from '../parts/filter-values.tsx';
import { LineEditor } from '../parts/line-editor.tsx';
import { textCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const cpf: FieldTypeView = {
  texts: {
    en: {
      name: 'CPF',
      refused: {
        'cpf.invalid': 'This is no CPF. It has 11 digits: 529.982.247-25.',
        'cpf.check_digits': 'The check digits of this CPF are wrong. Compare it with the document.',
      },
    },
    pt: {
      name: 'CPF',
      refused: {
        'cpf.invalid': 'Isto não é um CPF. Ele tem 11 dígitos: 529.982.247-25.',
        'cpf.check_digits': 'Os dígitos verificadores deste CPF estão errados. Confira com o documento.',
      },
    },
    es: {
      name: 'CPF',
      refused: {
        'cpf.invalid': 'Esto no es un CPF. Tiene 11 dígitos: 529.982.247-25.',
        'cpf.check_digits': 'Los dígitos de control de este CPF son incorrectos. Compárelo con el documento.',
      },
    },
  },
  icon: IconId,
  cell: textCell,
  isPlain: true,
  entry: { by: 'typing', Editor: (props) => <LineEditor {...props} inputMode="decimal" /> },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
};
