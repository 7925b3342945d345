import { hueStyle, optionColors, useTexts } from '@tessera/kit';
import { IconCheck } from '@tessera/kit/icons';
import classes from './table.module.css';

/** All colours to choose from, the present one marked. */
export const Hues = ({ value, onPick }: { value: string; onPick: (color: string) => void }) => {
  const t = useTexts('building');
  return (
    <div className={classes['hues']}>
      {optionColors.map((color) => (
        <button
          key={color}
          type="button"
          className={classes['hue']}
          style={hueStyle(color)}
          aria-label={t(`colors.${color}`)}
          aria-pressed={value === color}
          onClick={() => onPick(color)}
        >
          {value === color && <IconCheck aria-hidden="true" />}
        </button>
      ))}
    </div>
  );
};
