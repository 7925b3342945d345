import { IconLink } from '@tessera/kit/icons';
import { webAddress } from '../../grid/model/href.ts';
import { textValues } from '../parts/filter-values.tsx';
import { LineEditor } from '../parts/line-editor.tsx';
import { linkCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';

export const link: FieldTypeView = {
  texts: {
    en: { name: 'Link' },
    pt: { name: 'Link' },
    es: { name: 'Enlace' },
  },
  icon: IconLink,
  cell: linkCell(webAddress),
  entry: { by: 'typing', Editor: (props) => <LineEditor {...props} inputMode="url" /> },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
  hrefOf: webAddress,
};
