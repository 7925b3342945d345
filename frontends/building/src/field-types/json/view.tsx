import IconBraces from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs';
import { textValues } from '../parts/filter-values.tsx';
import { LongEditor } from '../parts/long-editor.tsx';
import { textCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';
import { pretty } from './pretty.ts';

export const json: FieldTypeView = {
  texts: {
    en: {
      name: 'JSON',
      refused: {
        'json.invalid': 'This is not JSON. Names and texts stand in double quotes.',
        'json.too_deep': 'Lists and objects stand at most {{limit}} deep within each other.',
      },
    },
    pt: {
      name: 'JSON',
      refused: {
        'json.invalid': 'Isto não é JSON. Nomes e textos ficam entre aspas duplas.',
        'json.too_deep': 'Listas e objetos ficam no máximo {{limit}} níveis um dentro do outro.',
      },
    },
    es: {
      name: 'JSON',
      refused: {
        'json.invalid': 'Esto no es JSON. Los nombres y textos van entre comillas dobles.',
        'json.too_deep': 'Listas y objetos van como máximo {{limit}} niveles uno dentro de otro.',
      },
    },
  },
  icon: IconBraces,
  cell: textCell,
  isPlain: true,
  entry: { by: 'typing', Editor: (props) => <LongEditor {...props} write={pretty} /> },
  settings: [],
  filterValues: textValues,
};
