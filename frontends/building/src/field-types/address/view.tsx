import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import { textValues } from '../parts/filter-values.tsx';
import { linkCell } from '../parts/text-cell.tsx';
import { later } from '../../later.tsx';
import type { FieldTypeView } from '../view.ts';
import { texts } from './texts.ts';

/** Loaded once a table with such a field stands, so that it is there when somebody types into it. */
const AddressEditor = later(async () => (await import('./address-editor.tsx')).AddressEditor);

/** Where a map shows an address: nothing is asked of it before somebody follows the link. */
const hrefOf = (line: string): string => `https://www.openstreetmap.org/search?query=${encodeURIComponent(line)}`;

const line = linkCell(hrefOf);

export const address: FieldTypeView = {
  texts,
  icon: IconMapPin,
  cell: (props) => {
    AddressEditor.bring();
    return line(props);
  },
  emptyCell: () => {
    AddressEditor.bring();
    return null;
  },
  hrefOf,
  entry: { by: 'typing', Editor: AddressEditor },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
  sorts: 'text',
};
