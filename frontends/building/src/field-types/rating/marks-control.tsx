import { useId } from 'react';
import type { ControlProps } from '../view.ts';
import { iconOf, mostOf, shapeOf } from './marks.ts';
import classes from './rating.module.css';

/** The marks as choices: arrows move, a press on the one that is chosen clears. */
export const Marks = ({ field, value, label, onChange }: ControlProps) => {
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
