import { later } from '../../later.tsx';
import { IconClockHour4 } from '@tessera/kit/icons';
import { Elapsed, elapsedView, OverLimit } from '../parts/elapsed.tsx';
import { lines } from '../parts/text-cell.tsx';
import classes from '../../grid/view/cell.module.css';
import type { FieldTypeView } from '../view.ts';

const StageSetting = later(async () => (await import('./stage-setting.tsx')).StageSetting);

type Time = {
  readonly seconds?: number;
  readonly since?: string;
  readonly warnAt?: string;
  readonly lateAt?: string;
};

/** A time that goes on counts as if it had begun earlier, by what the record was there before. */
const begun = ({ seconds = 0, since }: Time): string | undefined =>
  since === undefined ? undefined : new Date(Date.parse(since) - seconds * 1000).toISOString();

export const timeInTheSection: FieldTypeView = {
  ...elapsedView,
  texts: {
    en: {
      name: 'Time in an option',
      labels: {
        field: 'Field',
        option: 'Option',
        warn: 'Warn after hours',
        late: 'Late after hours',
        working: 'Count working days alone',
      },
    },
    pt: {
      name: 'Tempo em uma opção',
      labels: {
        field: 'Campo',
        option: 'Opção',
        warn: 'Avisar depois de horas',
        late: 'Atrasado depois de horas',
        working: 'Contar só dias úteis',
      },
    },
    es: {
      name: 'Tiempo en una opción',
      labels: {
        field: 'Campo',
        option: 'Opción',
        warn: 'Avisar tras horas',
        late: 'Con retraso tras horas',
        working: 'Contar solo días laborables',
      },
    },
  },
  icon: IconClockHour4,
  cell: ({ value, height, text }) => {
    const time = (value ?? {}) as Time;
    const since = begun(time);
    return (
      <span className={classes['line']} data-lines={lines(height)}>
        {since === undefined ? (
          text()
        ) : (
          <>
            <Elapsed since={since} /> <OverLimit {...time} />
          </>
        )}
      </span>
    );
  },
  settings: [StageSetting],
};
