import {
  Button,
  EmptyState,
  ErrorState,
  Loading,
  Page,
  Skeleton,
  TextInput,
  useFormats,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { toCsv } from './meter.ts';
import { runsQuery, type RunsReport } from './plan.resource.ts';
import classes from './plan.module.css';

/** `/settings/automation-usage/nocode-report`: how often each automation ran; the address holds the days. */
export const RunsScreen = () => {
  const t = useTexts('administration');
  const { number } = useFormats();
  const [params, setParams] = useSearchParams();
  const { data, error, refetch } = useQuery({
    ...runsQuery(params.get('start_day'), params.get('end_day')),
    placeholderData: (before) => before,
  });
  usePageTitle(t('usage.report'));
  const choose = (change: Readonly<Record<string, string>>): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (data !== undefined) {
          after.set('start_day', data.start_day);
          after.set('end_day', data.end_day);
        }
        for (const [name, value] of Object.entries(change)) after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const save = ({ items, start_day: first, end_day: last }: RunsReport): void => {
    const rows = items.map(({ id, title, total }) => [id, title, String(total)]);
    const text = toCsv([[t('usage.id'), t('usage.automation'), t('usage.runs')], ...rows]);
    const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
    Object.assign(document.createElement('a'), { href: url, download: `nocode_report_${first}_${last}.csv` }).click();
    URL.revokeObjectURL(url);
  };
  return (
    <Page
      header={<h1 className="t-strong">{t('usage.report')}</h1>}
      back="/settings/automation-usage"
      actions={
        data !== undefined && data.items.length > 0 && <Button onClick={() => save(data)}>{t('usage.export')}</Button>
      }
    >
      <div className={classes['body']}>
        <div className={classes['dates']}>
          <TextInput
            type="date"
            label={t('usage.from')}
            value={params.get('start_day') ?? data?.start_day ?? ''}
            onChange={(day) => day !== '' && choose({ start_day: day })}
          />
          <TextInput
            type="date"
            label={t('usage.to')}
            value={params.get('end_day') ?? data?.end_day ?? ''}
            onChange={(day) => day !== '' && choose({ end_day: day })}
          />
        </div>
        {error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Loading>
            <Skeleton width={320} height={40} />
          </Loading>
        ) : data.items.length === 0 ? (
          <EmptyState title={t('usage.noRuns')}>{t('usage.noRunsIn')}</EmptyState>
        ) : (
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{t('usage.automation')}</th>
                <th scope="col" className={classes['used']}>
                  {t('usage.runs')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map(({ id, title, total }) => (
                <tr key={id}>
                  <th scope="row">{title}</th>
                  <td className={classes['used']}>{number(total)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('usage.total')}</th>
                <td className={classes['used']}>{number(data.total)}</td>
              </tr>
            </tfoot>
          </table>
        )}
      </div>
    </Page>
  );
};
