import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs';
import { textValues } from '../parts/filter-values.tsx';
import { lines, textCell } from '../parts/text-cell.tsx';
import type { CellProps, FieldTypeView } from '../view.ts';
import { BarcodeEditor } from './barcode-editor.tsx';
import { QrPicture } from './qr-later.ts';
import classes from './barcode.module.css';

/** In px, by the lines of text that a row shows; a camera reads none in a row of one line. */
const sizes = { 2: 48, 4: 80 } as const;

const codeCell = (props: CellProps) => {
  const { value, text, height } = props;
  const count = lines(height);
  if (count === 1 || typeof value !== 'string') return textCell(props);
  return (
    <span className={classes['cell']} data-lines={count}>
      <QrPicture text={value} size={sizes[count]} />
      <span className="t-cut">{text()}</span>
    </span>
  );
};

export const barcode: FieldTypeView = {
  texts: {
    en: { name: 'Barcode', refused: { 'barcode.too_long': 'A code has at most {{limit}} characters.' } },
    pt: { name: 'Código de barras', refused: { 'barcode.too_long': 'Um código tem no máximo {{limit}} caracteres.' } },
    es: {
      name: 'Código de barras',
      refused: { 'barcode.too_long': 'Un código tiene como máximo {{limit}} caracteres.' },
    },
  },
  icon: IconQrcode,
  cell: codeCell,
  room: 60,
  entry: { by: 'typing', Editor: BarcodeEditor },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
};
