import { IconPhone } from '@tessera/kit/icons';
import { phoneAddress } from '../../grid/model/href.ts';
import { textValues } from '../parts/filter-values.tsx';
import { LineEditor } from '../parts/line-editor.tsx';
import { linkCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const phone: FieldTypeView = {
  texts: {
    en: { name: 'Phone', suggests: { number: { name: 'Phone' } } },
    pt: { name: 'Telefone', suggests: { number: { name: 'Telefone' } } },
    es: { name: 'Teléfono', suggests: { number: { name: 'Teléfono' } } },
  },
  icon: IconPhone,
  cell: linkCell(phoneAddress),
  entry: { by: 'typing', Editor: (props) => <LineEditor {...props} inputMode="tel" /> },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
  hrefOf: phoneAddress,
};
