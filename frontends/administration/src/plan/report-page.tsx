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
import { useSearchParams } from 'react-router';
import { toCsv } from './meter.ts';
import classes from './plan.module.css';

type Line = { readonly id: string; readonly title: string; readonly values: readonly number[] };
/** A report as it is shown: a line for each thing, and a number for each heading. */
export type Report = {
  readonly start_day: string;
  readonly end_day: string;
  readonly lines: readonly Line[];
  /** What is below each heading. */
  readonly totals: readonly number[];
};

type ReportPageProps = {
  readonly title: string;
  /** What a line is, and what its numbers are. */
  readonly of: string;
  readonly headings: readonly string[];
  readonly report: Report | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly empty: readonly [title: string, text: string];
  readonly file: {
    readonly name: string;
    readonly headings: readonly string[];
  };
};

/** A report of some days, which the address holds: its lines, what they come to, and the file of it. */
export const ReportPage = ({ title, of, headings, report, error, onRetry, empty, file }: ReportPageProps) => {
  const t = useTexts('administration');
  const { number } = useFormats();
  const [params, setParams] = useSearchParams();
  usePageTitle(title);
  const choose = (change: Readonly<Record<string, string>>): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (report !== undefined) {
          after.set('start_day', report.start_day);
          after.set('end_day', report.end_day);
        }
        for (const [name, value] of Object.entries(change)) after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const save = ({ lines, start_day: first, end_day: last }: Report): void => {
    const rows = lines.map((line) => [line.id, line.title, ...line.values.map(String)]);
    const url = URL.createObjectURL(new Blob(['\uFEFF', toCsv([file.headings, ...rows])], { type: 'text/csv' }));
    Object.assign(document.createElement('a'), { href: url, download: `${file.name}_${first}_${last}.csv` }).click();
    URL.revokeObjectURL(url);
  };
  return (
    <Page
      header={<h1 className="t-strong">{title}</h1>}
      back="/settings/automation-usage"
      actions={
        report !== undefined &&
        report.lines.length > 0 && <Button onClick={() => save(report)}>{t('usage.export')}</Button>
      }
    >
      <div className={classes['body']}>
        <div className={classes['dates']}>
          <TextInput
            type="date"
            label={t('usage.from')}
            value={params.get('start_day') ?? report?.start_day ?? ''}
            onChange={(day) => day !== '' && choose({ start_day: day })}
          />
          <TextInput
            type="date"
            label={t('usage.to')}
            value={params.get('end_day') ?? report?.end_day ?? ''}
            onChange={(day) => day !== '' && choose({ end_day: day })}
          />
        </div>
        {error !== null ? (
          <ErrorState error={error} onRetry={onRetry} />
        ) : report === undefined ? (
          <Loading>
            <Skeleton width={320} height={40} />
          </Loading>
        ) : report.lines.length === 0 ? (
          <EmptyState title={empty[0]}>{empty[1]}</EmptyState>
        ) : (
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{of}</th>
                {headings.map((heading) => (
                  <th key={heading} scope="col" className={classes['used']}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {report.lines.map((line) => (
                <tr key={line.id}>
                  <th scope="row">{line.title}</th>
                  {headings.map((heading, at) => (
                    <td key={heading} className={classes['used']}>
                      {number(line.values[at] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('usage.total')}</th>
                {headings.map((heading, at) => (
                  <td key={heading} className={classes['used']}>
                    {number(report.totals[at] ?? 0)}
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        )}
      </div>
    </Page>
  );
};
