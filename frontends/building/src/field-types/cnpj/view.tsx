import IconBuildingSkyscraper from '@tabler/icons-react/dist/esm/icons/IconBuildingSkyscraper.mjs';
import { textValues } from '../parts/filter-values.tsx';
import { LineEditor } from '../parts/line-editor.tsx';
import { textCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const cnpj: FieldTypeView = {
  texts: {
    en: {
      name: 'CNPJ',
      refused: {
        'cnpj.invalid': 'This is no CNPJ. It has 14 digits or letters: 11.222.333/0001-81.',
        'cnpj.check_digits': 'The check digits of this CNPJ are wrong. Compare it with the document.',
      },
    },
    pt: {
      name: 'CNPJ',
      refused: {
        'cnpj.invalid': 'Isto não é um CNPJ. Ele tem 14 dígitos ou letras: 11.222.333/0001-81.',
        'cnpj.check_digits': 'Os dígitos verificadores deste CNPJ estão errados. Confira com o documento.',
      },
    },
    es: {
      name: 'CNPJ',
      refused: {
        'cnpj.invalid': 'Esto no es un CNPJ. Tiene 14 dígitos o letras: 11.222.333/0001-81.',
        'cnpj.check_digits': 'Los dígitos de control de este CNPJ son incorrectos. Compárelo con el documento.',
      },
    },
  },
  icon: IconBuildingSkyscraper,
  cell: textCell,
  isPlain: true,
  entry: { by: 'typing', Editor: LineEditor },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
};
