import { IconAt } from '@tessera/kit/icons';
import { mailAddress } from '../../grid/model/href.ts';
import { textValues } from '../parts/filter-values.tsx';
import { LineEditor } from '../parts/line-editor.tsx';
import { linkCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const email: FieldTypeView = {
  texts: {
    en: { name: 'E-mail', suggests: { address: { name: 'E-mail' } } },
    pt: { name: 'E-mail', suggests: { address: { name: 'E-mail' } } },
    es: { name: 'Correo electrónico', suggests: { address: { name: 'Correo electrónico' } } },
  },
  icon: IconAt,
  cell: linkCell(mailAddress),
  entry: { by: 'typing', Editor: (props) => <LineEditor {...props} inputMode="email" /> },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
  hrefOf: mailAddress,
};
