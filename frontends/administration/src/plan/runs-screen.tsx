import { useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { lowcodeQuery, runsQuery } from './plan.resource.ts';
import { ReportPage } from './report-page.tsx';

/** `/settings/automation-usage/nocode-report`: how often each automation ran. */
export const RunsScreen = () => {
  const t = useTexts('administration');
  const [params] = useSearchParams();
  const { data, error, refetch } = useQuery({
    ...runsQuery(params.get('start_day'), params.get('end_day')),
    placeholderData: (before) => before,
  });
  return (
    <ReportPage
      title={t('usage.report')}
      of={t('usage.automation')}
      headings={[t('usage.runs')]}
      report={
        data && {
          ...data,
          lines: data.items.map(({ id, title, total }) => ({ id, title, values: [total] })),
          totals: [data.total],
        }
      }
      error={error}
      onRetry={() => void refetch()}
      empty={[t('usage.noRuns'), t('usage.noRunsIn')]}
      file={{ name: 'nocode_report', headings: [t('usage.id'), t('usage.automation'), t('usage.runs')] }}
    />
  );
};

/** `/settings/automation-usage/lowcode-report`: what each function took. */
export const LowcodeScreen = () => {
  const t = useTexts('administration');
  const [params] = useSearchParams();
  const { data, error, refetch } = useQuery({
    ...lowcodeQuery(params.get('start_day'), params.get('end_day')),
    placeholderData: (before) => before,
  });
  return (
    <ReportPage
      title={t('usage.lowcodeReport')}
      of={t('usage.function')}
      headings={[t('usage.executions'), t('usage.consumed')]}
      report={
        data && {
          ...data,
          lines: data.functions.map((one) => ({
            id: one.reference_key,
            title: one.label,
            values: [one.total_executions, one.total_consumed],
          })),
          totals: [data.functions.reduce((sum, one) => sum + one.total_executions, 0), data.total],
        }
      }
      error={error}
      onRetry={() => void refetch()}
      empty={[t('usage.noLowcode'), t('usage.noLowcodeIn')]}
      // The columns that the specification names.
      file={{
        name: 'lowcode_report',
        headings: ['reference key', 'label', 'total executions', 'total consumed'],
      }}
    />
  );
};
