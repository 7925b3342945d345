import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import { textValues } from '../parts/filter-values.tsx';
import { linkCell } from '../parts/text-cell.tsx';
import type { FieldTypeView } from '../view.ts';
import { AddressEditor } from './address-editor.tsx';
import { texts } from './texts.ts';

/** Where a map shows an address: nothing is asked of it before somebody follows the link. */
const hrefOf = (line: string): string => `https://www.openstreetmap.org/search?query=${encodeURIComponent(line)}`;

export const address: FieldTypeView = {
  texts,
  icon: IconMapPin,
  cell: linkCell(hrefOf),
  hrefOf,
  entry: { by: 'typing', Editor: AddressEditor },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
  sorts: 'text',
};
