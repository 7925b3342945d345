import { IconTags } from '@tessera/kit/icons';
import { optionValues } from '../parts/filter-values.tsx';
import { OptionsEditor } from '../parts/list-editor.tsx';
import { chipsWidth, optionCell } from '../parts/option-cell.tsx';
import { OptionsSetting } from '../parts/options-later.ts';
import type { FieldTypeView } from '../view.ts';

export const multipleSelect: FieldTypeView = {
  texts: {
    en: { name: 'Multiple select' },
    pt: { name: 'Seleção múltipla' },
    es: { name: 'Selección múltiple' },
  },
  icon: IconTags,
  cell: optionCell,
  room: chipsWidth,
  entry: { by: 'choosing', Editor: OptionsEditor, adds: true },
  settings: [OptionsSetting],
  filterValues: optionValues,
  card: { part: 'chips', yields: true },
};
