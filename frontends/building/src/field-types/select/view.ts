import { IconCircleDot } from '@tessera/kit/icons';
import { optionValues } from '../parts/filter-values.tsx';
import { OptionEditor } from '../parts/list-editor.tsx';
import { optionCell } from '../parts/option-cell.tsx';
import { OptionsSetting } from '../parts/options-later.ts';
import type { FieldTypeView } from '../view.ts';

export const select: FieldTypeView = {
  texts: {
    en: {
      name: 'Select',
      suggests: { status: { name: 'Status', options: { todo: 'To do', doing: 'In progress', done: 'Done' } } },
    },
    pt: {
      name: 'Seleção',
      suggests: { status: { name: 'Status', options: { todo: 'A fazer', doing: 'Em andamento', done: 'Concluído' } } },
    },
    es: {
      name: 'Selección',
      suggests: { status: { name: 'Estado', options: { todo: 'Por hacer', doing: 'En curso', done: 'Hecho' } } },
    },
  },
  icon: IconCircleDot,
  cell: optionCell,
  room: 20,
  entry: { by: 'choosing', Editor: OptionEditor },
  settings: [OptionsSetting],
  filterValues: optionValues,
  card: { part: 'chips' },
};
