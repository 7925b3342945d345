import { IconUser } from '@tessera/kit/icons';
import { personValues } from '../parts/filter-values.tsx';
import { PersonEditor } from '../parts/list-editor.tsx';
import { personCell } from '../parts/person-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const user: FieldTypeView = {
  texts: {
    en: { name: 'User', suggests: { owner: { name: 'Owner' } } },
    pt: { name: 'Usuário', suggests: { owner: { name: 'Responsável' } } },
    es: { name: 'Usuario', suggests: { owner: { name: 'Responsable' } } },
  },
  icon: IconUser,
  cell: personCell,
  room: 28,
  entry: { by: 'choosing', Editor: PersonEditor },
  settings: [],
  filterValues: personValues,
  card: { part: 'person' },
};
