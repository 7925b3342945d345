import { IconUserCircle } from '@tessera/kit/icons';
import { personValues } from '../parts/filter-values.tsx';
import { personCell } from '../parts/person-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const atualizadoPor: FieldTypeView = {
  texts: {
    en: { name: 'Last updated by' },
    pt: { name: 'Atualizado por' },
    es: { name: 'Actualizado por' },
  },
  icon: IconUserCircle,
  cell: personCell,
  room: 28,
  entry: { by: 'nobody' },
  settings: [],
  filterValues: personValues,
  card: { part: 'person' },
};
