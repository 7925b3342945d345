import { type Field, hueStyle, type SelectOption } from '@tessera/kit';
import type { ReactNode } from 'react';
import classes from '../../grid/view/cell.module.css';
import { chipRows, chipsThatFit } from '../../grid/model/chips.ts';
import { cellInset } from '../../grid/model/geometry.ts';
import { chipWidth } from '../../grid/view/measure.ts';
import type { CellProps } from '../view.ts';

export const OptionChip = ({ option, size }: { option: SelectOption; size: 20 | 24 }) => (
  <span className={size === 20 ? classes['chipSmall'] : classes['chip']} style={hueStyle(option.color)}>
    {option.label}
  </span>
);

const chips = (
  options: readonly SelectOption[],
  { width, height, context: { inset = cellInset.standard } }: Pick<CellProps, 'width' | 'height' | 'context'>,
): ReactNode => {
  const { size, rows, style } = chipRows(height);
  const single = options.length === 1;
  const shownSize = single && height >= 48 ? 24 : size;
  const count = single
    ? 1
    : chipsThatFit(
        options.map((option) => chipWidth(option.label, size)),
        width - 2 * inset,
        rows,
        (hidden) => chipWidth(`+${hidden}`, size),
      );
  const rest = options.slice(count);
  return (
    <span className={classes['chips']} style={style}>
      {/* By place: a row that is drawn for another record keeps its elements. */}
      {options.slice(0, count).map((option, at) => (
        <OptionChip key={at} option={option} size={shownSize} />
      ))}
      {rest.length > 0 && (
        <span
          className={size === 20 ? classes['moreSmall'] : classes['more']}
          title={options.map((option) => option.label).join(', ')}
        >{`+${rest.length}`}</span>
      )}
    </span>
  );
};

const optionsOf = (field: Field, ids: readonly unknown[]): readonly SelectOption[] =>
  ids.flatMap((id) => field.props.options?.find((option) => option.id === id) ?? []);

/** The chip of an option, or those of a list of options. */
export const optionCell = (props: CellProps): ReactNode => {
  const { field, value } = props;
  const options = optionsOf(field, Array.isArray(value) ? (value as readonly unknown[]) : [value]);
  return options.length === 0 ? null : chips(options, props);
};

const labelsOf = (value: unknown): readonly SelectOption[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : []).flatMap((label) =>
    typeof label === 'string' ? [{ id: label, label, color: 'neutral' }] : [],
  );

/** Free labels, a chip each. */
export const labelsCell = (props: CellProps): ReactNode => {
  const labels = labelsOf(props.value);
  return labels.length === 0 ? null : chips(labels, props);
};
export const labelsWidth = (_field: Field, value: unknown): number =>
  labelsOf(value).reduce((sum, { label }) => sum + chipWidth(label, 24) + 4, 24);

/** Of a column in which all chips of a list stand beside each other, in px. */
export const chipsWidth = (field: Field, value: unknown): number =>
  (Array.isArray(value) ? (value as readonly unknown[]) : []).reduce(
    (sum: number, id) => sum + chipWidth(field.props.options?.find((one) => one.id === id)?.label ?? '', 24) + 4,
    24,
  );
