import IconClockPlay from '@tabler/icons-react/dist/esm/icons/IconClockPlay.mjs';
import { lines } from '../parts/text-cell.tsx';
import { later } from '../../later.tsx';
import type { FieldTypeView } from '../view.ts';
import { lapsOf, runningOf } from './laps.ts';
import { Ticking } from './ticking.tsx';
import classes from './timer.module.css';

/** Loaded when laps are shown: a table opens without them. */
const TimerEditor = later(async () => (await import('./timer-editor.tsx')).TimerEditor);
const TimerControl = later(async () => (await import('./timer-editor.tsx')).TimerControl);

export const timer: FieldTypeView = {
  texts: {
    en: {
      name: 'Timer',
      parts: { seconds: 'Seconds', laps: 'Laps', since: 'Running since' },
      refused: {
        'timer.invalid': 'This is no list of laps: 2026-03-02T09:00:00Z/2026-03-02T09:45:00Z.',
        'timer.too_many': 'There are at most {{limit}} laps.',
        'timer.running': 'Only one lap runs at a time.',
        'timer.backwards': 'A lap ends before it starts.',
        'timer.seconds_only': 'Only the seconds stay.',
      },
    },
    pt: {
      name: 'Cronômetro',
      parts: { seconds: 'Segundos', laps: 'Voltas', since: 'Em andamento desde' },
      refused: {
        'timer.invalid': 'Isto não é uma lista de voltas: 2026-03-02T09:00:00Z/2026-03-02T09:45:00Z.',
        'timer.too_many': 'Há no máximo {{limit}} voltas.',
        'timer.running': 'Só uma volta fica em andamento de cada vez.',
        'timer.backwards': 'Uma volta termina antes de começar.',
        'timer.seconds_only': 'Só os segundos ficam.',
      },
    },
    es: {
      name: 'Cronómetro',
      parts: { seconds: 'Segundos', laps: 'Vueltas', since: 'En curso desde' },
      refused: {
        'timer.invalid': 'Esto no es una lista de vueltas: 2026-03-02T09:00:00Z/2026-03-02T09:45:00Z.',
        'timer.too_many': 'Hay como máximo {{limit}} vueltas.',
        'timer.running': 'Solo una vuelta está en curso a la vez.',
        'timer.backwards': 'Una vuelta termina antes de empezar.',
        'timer.seconds_only': 'Solo quedan los segundos.',
      },
    },
  },
  icon: IconClockPlay,
  cell: ({ value, height }) => {
    const laps = lapsOf(value);
    return (
      <span
        className={classes['cell']}
        data-lines={lines(height)}
        data-running={runningOf(laps) === undefined ? undefined : true}
      >
        <Ticking laps={laps} />
      </span>
    );
  },
  room: 76,
  entry: { by: 'choosing', Editor: TimerEditor },
  Control: TimerControl,
  settings: [],
  filterValues: {},
  card: { part: 'caption' },
  sorts: 'number',
};
