import IconPalette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs';
import { fieldType } from '@tessera/fields';
import type { CSSProperties, ReactNode } from 'react';
import { textValues } from '../parts/filter-values.tsx';
import { LineEditor } from '../parts/line-editor.tsx';
import { lines } from '../parts/text-cell.tsx';
import type { CellProps, FieldTypeView, TypeEditorProps } from '../view.ts';
import classes from './colour.module.css';

const shape = /^#[0-9a-f]{6}$/i;
/** Where the browser's picker begins while there is no colour. */
const start = String(fieldType('colour')?.format.example);

const swatchCell = ({ value, text, height }: CellProps): ReactNode => (
  <span className={classes['cell']} data-lines={lines(height)}>
    {typeof value === 'string' && shape.test(value) && (
      <span className={classes['swatch']} style={{ '--own': value } as CSSProperties} />
    )}
    <span className="t-cut">{text()}</span>
  </span>
);

const picker = (label: string) => (typed: string, set: (typed: string) => void) => (
  <input
    type="color"
    className={classes['picker']}
    aria-label={label}
    value={shape.test(typed) ? typed : start}
    onChange={(event) => set(event.target.value)}
  />
);

/** A colour that is typed, or picked in the browser's own picker. */
const ColourEditor = (props: TypeEditorProps) => <LineEditor {...props} beside={picker(props.texts.label)} />;

export const colour: FieldTypeView = {
  texts: {
    en: { name: 'Colour', refused: { 'colour.invalid': 'This is no colour. Write it as #ff8800.' } },
    pt: { name: 'Cor', refused: { 'colour.invalid': 'Isto não é uma cor. Escreva como #ff8800.' } },
    es: { name: 'Color', refused: { 'colour.invalid': 'Esto no es un color. Escríbalo como #ff8800.' } },
  },
  icon: IconPalette,
  cell: swatchCell,
  room: 28,
  entry: { by: 'typing', Editor: ColourEditor },
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
};
