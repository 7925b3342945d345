import { useFormats, useTexts } from '@tessera/kit';
import { useMemo } from 'react';
import classes from './editor.module.css';
import type { Called } from './functions.resource.ts';

/** How long something took, as it is read. */
export const useTook = (): ((ms: number) => string) => {
  const t = useTexts('administration');
  const { number } = useFormats();
  return (ms) =>
    ms < 1_000 ? t('lowcode.milliseconds', { took: ms }) : t('lowcode.seconds', { took: number(ms / 1_000, 2) });
};

/** The lines that a call wrote. */
export const CallLog = ({ logs }: { readonly logs: Called['logs'] }) => {
  const t = useTexts('administration');
  const { locale, timezone } = useFormats();
  const clock = useMemo(
    () =>
      new Intl.DateTimeFormat(locale, {
        timeZone: timezone,
        hourCycle: 'h23',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        fractionalSecondDigits: 3,
      }),
    [locale, timezone],
  );
  if (logs.length === 0) return <p className={classes['small']}>{t('lowcode.noLog')}</p>;
  return (
    <ol className={classes['log']} aria-label={t('lowcode.log')}>
      {logs.map(({ at, level, text }, place) => (
        <li key={place} data-level={level}>
          <time dateTime={at}>{clock.format(new Date(at))}</time>
          <span>{level}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
};
