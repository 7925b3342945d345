import {
  Button,
  EmptyState,
  ErrorState,
  Loading,
  Page,
  Skeleton,
  useFormats,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { meterState } from './meter.ts';
import { planQuery, usageQuery } from './plan.resource.ts';
import classes from './plan.module.css';

type MeterProps = {
  readonly label: string;
  readonly detail: string;
  readonly used: number;
  readonly limit: number | null;
  readonly tolerance: number;
};

/** One meter: its number, and where the plan has a limit, how far it is. */
const Meter = ({ label, detail, used, limit, tolerance }: MeterProps) => {
  const t = useTexts('administration');
  const { number } = useFormats();
  const state = limit === null ? 'good' : meterState(used, limit, tolerance);
  return (
    <tr data-state={state}>
      <th scope="row">
        <span className="t-strong">{label}</span>
        <span className="t-caption">{detail}</span>
      </th>
      <td className={classes['used']}>
        {limit === null ? number(used) : t('usage.of', { used: number(used), limit: number(limit) })}
      </td>
      <td>
        {limit === null ? (
          t('usage.noLimit')
        ) : (
          <>
            <progress className={classes['bar']} aria-hidden="true" max={limit} value={Math.min(used, limit)} />
            {t(`usage.states.${state}`)}
          </>
        )}
      </td>
    </tr>
  );
};

/** `/settings/automation-usage`: what the organization used this month. */
export const UsageScreen = () => {
  const t = useTexts('administration');
  const { date, number } = useFormats();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(usageQuery);
  const plan = useQuery(planQuery);
  usePageTitle(t('usage.title'));
  const failed = error ?? plan.error;
  if (failed !== null && (data === undefined || plan.data === undefined))
    return (
      <ErrorState
        screen
        error={failed}
        onRetry={() => {
          void refetch();
          void plan.refetch();
        }}
      />
    );
  const tolerance = plan.data?.overUsageTolerance ?? 0;
  const most = Math.max(1, ...(data?.days ?? []).map(({ total }) => total));
  return (
    <Page
      header={<h1 className="t-strong">{t('usage.title')}</h1>}
      back="/home"
      actions={
        <>
          <Button onClick={() => void navigate('/settings/automation-usage/nocode-report')}>{t('usage.report')}</Button>
          <Button onClick={() => void navigate('/settings/automation-usage/lowcode-report')}>
            {t('usage.lowcodeReport')}
          </Button>
        </>
      }
    >
      {data === undefined || plan.data === undefined ? (
        <Loading>
          <Skeleton width={320} height={72} />
          <Skeleton width={320} height={72} />
        </Loading>
      ) : (
        <div className={classes['body']}>
          <p className="t-caption">
            {t('usage.month', { first: date(data.month_start), next: date(data.starts_again) })}
          </p>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{t('usage.what')}</th>
                <th scope="col" className={classes['used']}>
                  {t('usage.used')}
                </th>
                <th scope="col">{t('usage.state')}</th>
              </tr>
            </thead>
            <tbody>
              {data.runs.limit !== 0 && (
                <Meter
                  label={t('usage.runs')}
                  detail={t('usage.runsOf')}
                  used={data.runs.used}
                  limit={data.runs.limit}
                  tolerance={tolerance}
                />
              )}
              {data.api_calls.limit !== 0 && (
                <Meter
                  label={t('usage.calls')}
                  detail={t('usage.callsOf')}
                  used={data.api_calls.used}
                  limit={data.api_calls.limit}
                  tolerance={tolerance}
                />
              )}
              {data.database_rows.limit !== 0 && (
                <Meter
                  label={t('usage.records')}
                  detail={
                    data.database_rows.table === null
                      ? t('usage.noTable')
                      : t('usage.recordsOf', { table: data.database_rows.table.label })
                  }
                  used={data.database_rows.used}
                  limit={data.database_rows.limit}
                  tolerance={tolerance}
                />
              )}
              {data.lowcode.limit !== 0 && (
                <Meter
                  label={t('usage.lowcode')}
                  detail={t('usage.lowcodeOf')}
                  used={data.lowcode.used}
                  limit={data.lowcode.limit}
                  tolerance={tolerance}
                />
              )}
              {data.ai_credits.limit !== 0 && (
                <Meter
                  label={t('usage.credits')}
                  detail={t('usage.creditsOf')}
                  used={data.ai_credits.used}
                  limit={data.ai_credits.limit}
                  tolerance={tolerance}
                />
              )}
              <Meter
                label={t('usage.storage')}
                detail={t('usage.storageOf')}
                used={Math.round(data.storage.used / 10_000) / 100}
                limit={null}
                tolerance={tolerance}
              />
            </tbody>
          </table>
          <h2 className="t-strong">{t('usage.byDay')}</h2>
          {data.days.length === 0 ? (
            <EmptyState title={t('usage.noRuns')}>{t('usage.noRunsText')}</EmptyState>
          ) : (
            <ol className={classes['days']}>
              {data.days.map(({ day, total }) => (
                <li key={day}>
                  <span>{date(day)}</span>
                  <progress className={classes['bar']} aria-hidden="true" max={most} value={total} />
                  <span>{number(total)}</span>
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </Page>
  );
};
