import { IconUsers } from '@tessera/kit/icons';
import { personValues } from '../parts/filter-values.tsx';
import { PeopleEditor } from '../parts/list-editor.tsx';
import { peopleCell } from '../parts/person-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const multipleUsers: FieldTypeView = {
  texts: {
    en: { name: 'Several people', refused: { 'multipleUsers.too_many': 'Choose at most {{limit}} people.' } },
    pt: { name: 'Várias pessoas', refused: { 'multipleUsers.too_many': 'Escolha no máximo {{limit}} pessoas.' } },
    es: { name: 'Varias personas', refused: { 'multipleUsers.too_many': 'Elija como máximo {{limit}} personas.' } },
  },
  icon: IconUsers,
  cell: peopleCell,
  room: 28,
  entry: { by: 'choosing', Editor: PeopleEditor, adds: true },
  settings: [],
  filterValues: personValues,
  card: { part: 'person', yields: true },
};
