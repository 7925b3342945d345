import { IconUserCircle } from '@tessera/kit/icons';
import { personValues } from '../parts/filter-values.tsx';
import { personCell } from '../parts/person-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const criadoPor: FieldTypeView = {
  texts: {
    en: { name: 'Created by' },
    pt: { name: 'Criado por' },
    es: { name: 'Creado por' },
  },
  icon: IconUserCircle,
  cell: personCell,
  room: 28,
  entry: { by: 'nobody' },
  settings: [],
  filterValues: personValues,
  card: { part: 'person' },
};
