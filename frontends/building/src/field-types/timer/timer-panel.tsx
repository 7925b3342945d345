import type { WireLap } from '@tessera/fields';
import { Button, IconButton, newId, useFormats } from '@tessera/kit';
import { IconX } from '@tessera/kit/icons';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs';
import { usePeople } from '../../table/queries.ts';
import { filled } from '../parts/items-words.ts';
import { lapTime, lapsOf, momentText, runningOf, timeText, totalText, useNow } from './laps.ts';
import classes from './timer.module.css';
import { useTimerWords } from './words.ts';

type TimerPanelProps = {
  readonly value: unknown;
  readonly label: string;
  /** Whether there is a record yet, whose laps the server's clock begins and ends. */
  readonly saved: boolean;
  readonly onChange: (laps: readonly WireLap[] | null) => void;
};

/** The laps of a record with who ended them, the total, and the button that starts and stops. */
export const TimerPanel = ({ value, label, saved, onChange }: TimerPanelProps) => {
  const words = useTimerWords();
  const { timezone } = useFormats();
  const people = usePeople().data ?? [];
  const laps = lapsOf(value);
  const running = runningOf(laps);
  const now = useNow(running !== undefined);
  const give = (next: readonly WireLap[]): void => onChange(next.length === 0 ? null : next);
  // What stands here until the server answers; its clock says the time.
  const press = (): void => {
    const moment = new Date().toISOString();
    if (running === undefined)
      give([...laps, { id: newId(), started_at: moment, finished_at: null, finished_by: null }]);
    else give(laps.map((lap) => (lap === running ? { ...lap, finished_at: later(lap.started_at, moment) } : lap)));
  };
  return (
    <div className={classes['panel']} role="group" aria-label={label}>
      <div className={classes['head']}>
        <span
          className={classes['total']}
          role="timer"
          aria-label={filled(words.total, { time: totalText(laps, now) })}
        >
          {totalText(laps, now)}
        </span>
        <Button size="toolbar" icon={running ? IconPlayerStop : IconPlayerPlay} disabled={!saved} onClick={press}>
          {running ? words.stop : words.start}
        </Button>
      </div>
      {!saved && <p className={classes['note']}>{words.later}</p>}
      {saved && laps.length === 0 && <p className={classes['note']}>{words.none}</p>}
      <ul className={classes['laps']}>
        {laps.map((lap) => {
          const who = people.find(({ id }) => id === lap.finished_by)?.name;
          return (
            <li key={lap.id} className={classes['lap']}>
              <span className={classes['when']}>
                {momentText(lap.started_at, timezone)} –{' '}
                {lap.finished_at === null ? words.running : momentText(lap.finished_at, timezone)}
                {who !== undefined && <span className={classes['who']}>{who}</span>}
              </span>
              <span className={classes['time']}>{timeText(lapTime(lap, now))}</span>
              <IconButton
                label={filled(words.remove, { time: momentText(lap.started_at, timezone) })}
                icon={IconX}
                tooltip={false}
                onClick={() => give(laps.filter((one) => one !== lap))}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
};

/** The later of two moments: this clock may be behind the server's. */
const later = (a: string, b: string): string => (a < b ? b : a);
