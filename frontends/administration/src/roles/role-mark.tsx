import { cx, hueStyle, optionColors } from '@tessera/kit';
import { useId } from 'react';
import classes from './roles.module.css';

/** The dot in the colour of a role. */
export const RoleMark = ({ color }: { readonly color: string }) => (
  <span className={classes['mark']} style={hueStyle(color)} aria-hidden="true" />
);

/** Chooses one of the colours that options have. */
export const ColorChoice = ({
  label,
  names,
  value,
  onChange,
}: {
  readonly label: string;
  readonly names: (color: string) => string;
  readonly value: string;
  readonly onChange: (color: string) => void;
}) => {
  const id = useId();
  return (
    <fieldset className={classes['colors']}>
      <legend className="t-medium">{label}</legend>
      {optionColors.map((color) => (
        <label
          key={color}
          className={cx(classes['color'], color === value && classes['chosen'])}
          style={hueStyle(color)}
        >
          <input
            type="radio"
            name={id}
            aria-label={names(color)}
            checked={color === value}
            onChange={() => onChange(color)}
          />
        </label>
      ))}
    </fieldset>
  );
};
