import { useFormats, useTexts } from '@tessera/kit';
import { useCallback } from 'react';
import type { Bucket } from '../../data/groups.ts';

/** What days that are put together are called, by the first of them. */
export const useDayName = (): ((day: string, bucket: Bucket | undefined) => string) => {
  const t = useTexts('building');
  const { locale } = useFormats();
  return useCallback(
    (day, bucket) => {
      const at = new Date(`${day}T00:00:00Z`);
      const say = (options: Intl.DateTimeFormatOptions): string =>
        new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at);
      const date = say({ dateStyle: 'medium' });
      switch (bucket) {
        case 'year':
          return say({ year: 'numeric' });
        case 'quarter':
          return t('tools.group.quarter', { quarter: Math.floor(at.getUTCMonth() / 3) + 1, year: at.getUTCFullYear() });
        case 'month':
          return say({ month: 'long', year: 'numeric' });
        case 'week':
          return t('tools.group.week', { date });
        default:
          return date;
      }
    },
    [locale, t],
  );
};
