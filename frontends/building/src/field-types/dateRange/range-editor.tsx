import { type RelativeDate, relativeRange, wallOf } from '@tessera/fields';
import { Button, useTexts } from '@tessera/kit';
import { firstWeekday } from '../../grid/model/month.ts';
import { type BelowProps, LineEditor } from '../parts/line-editor.tsx';
import type { TypeEditorProps } from '../view.ts';
import classes from './range-editor.module.css';

const presets: readonly RelativeDate[] = ['today', 'thisWeek', 'nextWeek', 'thisMonth', 'nextMonth', 'thisYear'];

const Presets = ({ habits, clear, onPick }: BelowProps) => {
  const t = useTexts('building');
  const { locale, timezone } = habits.show;
  const give = (preset: RelativeDate): void => {
    const today = wallOf(Date.now(), timezone).date;
    const { first, last } = relativeRange(preset, 0, { today, weekStart: firstWeekday(locale) });
    onPick({ start: first, end: last });
  };
  return (
    <div className={classes['presets']}>
      {presets.map((preset) => (
        <Button key={preset} size="toolbar" variant="quiet" tabIndex={-1} onClick={() => give(preset)}>
          {t(`relative.${preset}`)}
        </Button>
      ))}
      <Button size="toolbar" variant="quiet" tabIndex={-1} onClick={() => onPick(null)}>
        {clear}
      </Button>
    </div>
  );
};

/** A range typed as two days, or picked among those that people mean most. */
export const RangeEditor = (props: TypeEditorProps) => <LineEditor {...props} Below={Presets} />;
