import { useFormats, useTexts } from '@tessera/kit';
import { IconAlertTriangle } from '@tessera/kit/icons';
import classes from './import.module.css';
import type { Into } from './import.resource.ts';

/** What the table's own rules keep out of it, with the rows: said before anything is imported. */
export const IntoNotes = ({ into }: { into: Into }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const nameOf = (id: string): string => into.fields.find((field) => field.id === id)?.name ?? '';
  if (into.refused.length + into.unfilled.length === 0 && !into.unchecked) return null;
  return (
    <ul className={`${classes['notes']} ${classes['rules']}`} aria-label={t('import.into.rules')}>
      {into.unfilled.map((id) => (
        <li key={id} className={classes['warn']}>
          <IconAlertTriangle aria-hidden="true" />
          <span>{t('import.into.unfilled', { field: nameOf(id) })}</span>
        </li>
      ))}
      {into.refused.map(({ field, reason, count, rows }) => (
        <li key={`${field} ${reason}`} className={classes['warn']}>
          <IconAlertTriangle aria-hidden="true" />
          <span>
            {t(`import.into.${reason}`, { count, field: nameOf(field) })}{' '}
            {t(rows.length < count ? 'import.into.firstRows' : 'import.into.rows', {
              count: rows.length,
              rows: rows.map((row) => formats.number(row)).join(', '),
            })}
          </span>
        </li>
      ))}
      {into.unchecked && (
        <li>
          <IconAlertTriangle aria-hidden="true" />
          <span>{t('import.into.unchecked')}</span>
        </li>
      )}
    </ul>
  );
};
