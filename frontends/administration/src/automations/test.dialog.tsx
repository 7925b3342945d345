import { Button, Chip, Dialog, ErrorState, Loading, Select, Skeleton, useErrorText, useTexts } from '@tessera/kit';
import { isObject, tableOf, type Program } from '@tessera/proto/automations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './automations.module.css';
import { recordsQuery, tableQuery, useAutomationCalls, type Tested } from './automations.resource.ts';
import { stepOf } from './model.ts';
import { useStepWords, type Names } from './words.ts';

const looks = { done: 'success', failed: 'danger', skipped: 'outlined' } as const;

/** The same value with the names of fields in the place of their ids. */
const named = (value: unknown, field: Names['field']): unknown => {
  if (Array.isArray(value)) return value.map((one) => named(one, field));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [field(key) ?? key, named(one, field)]));
};

/** What a step was given, and what came of it, as its people read it. */
export const Values = ({
  label,
  value,
  field,
}: {
  readonly label: string;
  readonly value: unknown;
  readonly field: Names['field'];
}) =>
  value === null || value === undefined || (isObject(value) && Object.keys(value).length === 0) ? null : (
    <details className={classes['values']}>
      <summary>{label}</summary>
      <pre tabIndex={0} aria-label={label}>
        {JSON.stringify(named(value, field), null, 2)}
      </pre>
    </details>
  );

/** The newest records of a table by what they are called. */
const RecordChoice = ({
  tableId,
  value,
  onChange,
}: {
  readonly tableId: string;
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}) => {
  const t = useTexts('administration');
  const { data: records = [] } = useQuery(recordsQuery(tableId));
  const { data: table } = useQuery(tableQuery(tableId));
  const named = table?.labelFieldId ?? table?.fields[0]?.id ?? '';
  return (
    <Select
      label={t('automation.record')}
      value={value}
      onChange={onChange}
      searchable
      options={records.map(({ id, fields }) => {
        const label = (fields as Readonly<Record<string, unknown>>)[named];
        return { value: id, label: typeof label === 'string' && label !== '' ? label : id };
      })}
    />
  );
};

const Result = ({
  one,
  title,
  field,
}: {
  readonly one: Tested;
  readonly title: string;
  readonly field: Names['field'];
}) => {
  const words = useStepWords();
  const t = useTexts('administration');
  return (
    <li className={classes['result']}>
      <span className="t-medium">{title}</span> <span className="t-caption">{one.path}</span>{' '}
      <Chip small look={looks[one.state]}>
        {t(`automation.tested.${one.state}`)}
      </Chip>
      {one.simulated && one.state === 'done' && (
        <Chip small color="teal">
          {t('automation.simulated')}
        </Chip>
      )}
      {one.error !== null && <p className={classes['wrong']}>{words.why(one.error)}</p>}
      <Values label={t('automation.input')} value={one.input} field={field} />
      <Values label={t('automation.output')} value={one.output} field={field} />
    </li>
  );
};

/** Goes through the draft with a record: what is read is real, what would change something is told and not done. */
export const TestDialog = ({
  id,
  program,
  names,
  onClose,
}: {
  readonly id: string;
  readonly program: Program;
  readonly names: Names;
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const words = useStepWords();
  const calls = useAutomationCalls();
  const [recordId, setRecordId] = useState<string | null>(null);
  const tableId = tableOf(program.trigger) ?? '';
  const test = useMutation({ mutationFn: () => calls.test(id, recordId === null ? {} : { recordId }) });
  const usable = tableId === '' || recordId !== null;
  return (
    <Dialog
      opened
      size="large"
      onClose={onClose}
      title={t('automation.test')}
      onSubmit={() => {
        if (usable) test.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:close')}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!usable}
            working={test.isPending && t('automation.testing')}
          >
            {t('automation.test')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('automation.testText')}</p>
      {tableId !== '' && <RecordChoice tableId={tableId} value={recordId} onChange={setRecordId} />}
      {test.error && <ErrorState error={test.error} />}
      {test.isPending && (
        <Loading>
          <Skeleton width={240} />
        </Loading>
      )}
      {test.data && (
        <ol className={classes['results']} aria-label={t('automation.results')}>
          {test.data.map((one) => {
            const step = stepOf(program.steps, one.id);
            return (
              <Result
                key={one.path}
                one={one}
                title={step === undefined ? one.id : words.step(step, names.table).title}
                field={names.field}
              />
            );
          })}
        </ol>
      )}
    </Dialog>
  );
};

/** Runs the published version now, for a record where its trigger has a table. */
export const RunDialog = ({
  id,
  program,
  onClose,
  onStarted,
}: {
  readonly id: string;
  readonly program: Program;
  readonly onClose: () => void;
  readonly onStarted: (runId: string) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useAutomationCalls();
  const [recordId, setRecordId] = useState<string | null>(null);
  const tableId = tableOf(program.trigger) ?? '';
  const run = useMutation({
    mutationFn: () => calls.run(id, recordId === null ? {} : { recordId }),
    onSuccess: onStarted,
  });
  const usable = tableId === '' || recordId !== null;
  return (
    <Dialog
      opened
      onClose={onClose}
      closable={!run.isPending}
      title={t('automation.runNow')}
      onSubmit={() => {
        if (usable) run.mutate();
      }}
      footer={
        <>
          <Button disabled={run.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!usable}
            working={run.isPending && t('automation.starting')}
          >
            {t('automation.runNow')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('automation.runNowText')}</p>
      {tableId !== '' && <RecordChoice tableId={tableId} value={recordId} onChange={setRecordId} />}
      {run.error && (
        <p className={classes['wrong']} role="alert">
          {errorText(run.error)}
        </p>
      )}
    </Dialog>
  );
};
