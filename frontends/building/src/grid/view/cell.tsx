import type { Field } from '@tessera/kit';
import { memo, type ReactNode } from 'react';
import { displayText, failureOf } from '../../data/values.ts';
import { viewOfField } from '../../field-types/list.ts';
import { lines } from '../../field-types/parts/text-cell.tsx';
import type { CellContext } from '../../field-types/view.ts';
import classes from './cell.module.css';

export type CellContentProps = {
  readonly field: Field;
  readonly value: unknown;
  readonly width: number;
  readonly height: number;
  readonly context: CellContext;
  /** The first column reads stronger. */
  readonly primary?: boolean;
  /** Name of the way to open a link; empty leaves the way out. */
  readonly openLabel: string;
  readonly holder?: object;
  readonly active?: boolean;
};

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What a cell shows when it is a text of one line and nothing else; null when it is more than that. */
export const plainText = (
  field: Field,
  value: unknown,
  height: number,
  context: CellContext,
  holder: object | undefined,
): string | null => {
  const view = viewOfField(field);
  if (isNothing(value)) return view.emptyCell || view.button ? null : '';
  return view.isPlain && lines(height) === 1 && failureOf(value) === undefined
    ? displayText(field, value, context.show, holder)
    : null;
};

/** What a cell shows of a value, by the field's type and the row's height. */
export const CellContent = memo(
  ({
    field,
    value,
    width,
    height,
    context,
    primary = false,
    openLabel,
    holder,
    active = false,
  }: CellContentProps): ReactNode => {
    const view = viewOfField(field);
    if (view.button)
      return context.pressable ? (
        <span className={classes['button']} data-act="press">
          {view.button.label(field, context.show.locale)}
        </span>
      ) : null;
    if (isNothing(value)) return view.emptyCell?.(height) ?? null;
    if (failureOf(value) !== undefined) {
      const why = displayText(field, value, context.show, holder);
      return (
        <span className={classes['failure']} data-lines={lines(height)} title={why}>
          {why}
        </span>
      );
    }
    const text = (): string => displayText(field, value, context.show, holder);
    return view.cell({ field, value, text, width, height, context, primary, openLabel, active });
  },
);
