import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import { Select } from '@tessera/kit';
import { type ReactNode, useId } from 'react';
import { numberValues } from '../parts/filter-values.tsx';
import { NumberEditor } from '../parts/line-editor.tsx';
import { lines } from '../parts/text-cell.tsx';
import type { CellProps, ControlProps, FieldTypeView, SettingProps } from '../view.ts';
import classes from './rating.module.css';

/** Outlines of the marks in a square of 24. */
const shapes: Readonly<Record<string, string>> = {
  star: 'M12 2.5l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5-4.8-4.6 6.6-.9z',
  heart: 'M12 20.5l-7.6-7.4a5 5 0 0 1 7.1-7.1l.5.5.5-.5a5 5 0 0 1 7.1 7.1z',
  thumb:
    'M3 11h4v10h-4zm6 0l3.6-8.2a2.6 2.6 0 0 1 2.4 2.7v3.5h4.2a2.3 2.3 0 0 1 2.3 2.7l-1.2 7.2a2.4 2.4 0 0 1-2.3 2.1h-9z',
  flame:
    'M12 2c.5 3.500 5.800 6.400 5.800 11.700a5.800 5.800 0 0 1-11.600 0c0-2.600 1.300-4.300 2.600-5.600.2 1.700.9 2.700 1.900 3.200.100-3.700-.3-6.300 1.300-9.300z',
};
const shapeOf = (icon: unknown): string => shapes[typeof icon === 'string' ? icon : 'star'] ?? shapes['star']!;
const mostOf = (props: CellProps['field']['props']): number => {
  const max: unknown = (props as Readonly<Record<string, unknown>>)['max'];
  return typeof max === 'number' ? max : 5;
};
const iconOf = (props: CellProps['field']['props']): unknown => (props as Readonly<Record<string, unknown>>)['icon'];

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

/** The marks as choices: arrows move, a press on the one that is chosen clears. */
const Marks = ({ field, value, label, onChange }: ControlProps) => {
  const name = useId();
  const shape = shapeOf(iconOf(field.props));
  const count = Number(value ?? 0);
  return (
    <span role="radiogroup" aria-label={label} className={classes['choices']}>
      {Array.from({ length: mostOf(field.props) }, (_, at) => (
        <label key={at} className={classes['choice']} data-on={at < count || undefined}>
          <input
            type="radio"
            name={name}
            aria-label={String(at + 1)}
            checked={count === at + 1}
            onChange={() => onChange(at + 1)}
            onClick={() => {
              if (count === at + 1) onChange(null);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Delete' || event.key === 'Backspace') onChange(null);
            }}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={shape} />
          </svg>
        </label>
      ))}
    </span>
  );
};

const MostSetting = ({ props, labels, onChange }: SettingProps) => (
  <Select
    label={labels['max'] ?? ''}
    value={String(props['max'] ?? 5)}
    options={Array.from({ length: 10 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
    onChange={(max) => onChange({ max: Number(max) })}
    searchable={false}
  />
);

const IconSetting = ({ props, labels, onChange }: SettingProps) => (
  <Select
    label={labels['icon'] ?? ''}
    value={String(props['icon'] ?? 'star')}
    options={Object.keys(shapes).map((icon) => ({ value: icon, label: labels[icon] ?? icon }))}
    onChange={(icon) => onChange({ icon })}
    searchable={false}
  />
);

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
