import IconCar from '@tabler/icons-react/dist/esm/icons/IconCar.mjs';
import { textValues } from '../parts/filter-values.tsx';
import { LineEditor } from '../parts/line-editor.tsx';
import { textCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const carPlate: FieldTypeView = {
  texts: {
    en: {
      name: 'Car plate',
      refused: {
        'carPlate.invalid': 'This is no car plate. Write it as ABC-1234 or ABC1D23.',
      },
    },
    pt: {
      name: 'Placa de veículo',
      refused: {
        'carPlate.invalid': 'Isto não é uma placa. Escreva como ABC-1234 ou ABC1D23.',
      },
    },
    es: {
      name: 'Matrícula de vehículo',
      refused: {
        'carPlate.invalid': 'Esto no es una matrícula. Escríbala como ABC-1234 o ABC1D23.',
      },
    },
  },
  icon: IconCar,
  cell: textCell,
  isPlain: true,
  entry: { by: 'typing', Editor: LineEditor },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
};
