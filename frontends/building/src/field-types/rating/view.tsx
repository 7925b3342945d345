import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import type { ReactNode } from 'react';
import { later } from '../../later.tsx';
import { numberValues } from '../parts/filter-values.tsx';
import { NumberEditor } from '../parts/line-editor.tsx';
import { lines } from '../parts/text-cell.tsx';
import type { CellProps, FieldTypeView } from '../view.ts';
import { iconOf, mostOf, shapeOf } from './marks.ts';
import classes from './rating.module.css';

/** Each mark, those of the value in colour; more than the field's most stay a number. */
const marksCell = ({ field, value, text, height }: CellProps): ReactNode => {
  const count = Number(value);
  const most = mostOf(field.props);
  if (!(count <= most)) return <span>{text()}</span>;
  const shape = shapeOf(iconOf(field.props));
  return (
    <span className={classes['marks']} data-lines={lines(height)} role="img" aria-label={`${text()}/${most}`}>
      {Array.from({ length: most }, (_, at) => (
        <svg key={at} viewBox="0 0 24 24" data-on={at < count || undefined} aria-hidden="true">
          <path d={shape} />
        </svg>
      ))}
    </span>
  );
};

/** Loaded when a field is set up, or a value entered: a table opens without them. */
const Marks = later(async () => (await import('./marks-control.tsx')).Marks);
const MostSetting = later(async () => (await import('./settings.tsx')).MostSetting);
const IconSetting = later(async () => (await import('./settings.tsx')).IconSetting);

export const rating: FieldTypeView = {
  texts: {
    en: {
      name: 'Rating',
      labels: { max: 'Highest value', icon: 'Icon', star: 'Star', heart: 'Heart', thumb: 'Thumb', flame: 'Flame' },
      refused: { 'rating.out_of_range': 'Enter a whole number from 1 to {{max}}.' },
    },
    pt: {
      name: 'Avaliação',
      labels: {
        max: 'Maior valor',
        icon: 'Ícone',
        star: 'Estrela',
        heart: 'Coração',
        thumb: 'Polegar',
        flame: 'Chama',
      },
      refused: { 'rating.out_of_range': 'Digite um número inteiro de 1 a {{max}}.' },
    },
    es: {
      name: 'Valoración',
      labels: {
        max: 'Valor más alto',
        icon: 'Icono',
        star: 'Estrella',
        heart: 'Corazón',
        thumb: 'Pulgar',
        flame: 'Llama',
      },
      refused: { 'rating.out_of_range': 'Escriba un número entero del 1 al {{max}}.' },
    },
  },
  icon: IconStar,
  cell: marksCell,
  room: (field) => mostOf(field.props) * 18 + 24,
  entry: { by: 'typing', Editor: NumberEditor },
  Control: Marks,
  settings: [MostSetting, IconSetting],
  filterValues: numberValues,
};
