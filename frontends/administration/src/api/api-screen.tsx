import {
  Breadcrumb,
  Button,
  Chip,
  copyText,
  ErrorState,
  IconButton,
  isApiError,
  Loading,
  NotFound,
  Page as Frame,
  Segmented,
  Skeleton,
  type Table,
  toast,
  useFormats,
  usePageTitle,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import { IconArrowRight, IconCopy, IconDownload, IconInfoCircle } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './api.module.css';
import { readExample, someRecordQuery, tableQuery } from './api.resource.ts';
import { Code } from './code.tsx';
import { CopyId } from './copy-id.tsx';
import {
  type About,
  callOf,
  type Language,
  languages,
  openApiPath,
  type Operation,
  operations,
  sampleOf,
} from './samples.ts';

const languageNames: Readonly<Record<Language, string>> = {
  curl: 'curl',
  javascript: 'JavaScript',
  client: 'TypeScript',
  python: 'Python',
};
const parameters = ['limit', 'after', 'fieldKey', 'expand', 'numbers'] as const;

const Example = ({ operation, about }: { operation: Operation; about: About }) => {
  const t = useTexts('administration');
  const { number } = useFormats();
  const [language, setLanguage] = useState<Language>('curl');
  const call = callOf(operation, about);
  const sample = sampleOf(language, operation, about);
  const run = useMutation({
    mutationFn: () => readExample(operation, about),
    onError: () => toast({ kind: 'error', message: t('api.notRun') }),
  });
  const reads = call.method === 'GET';
  useShortcut(
    { keys: 'mod+enter', label: t('api.run'), group: t('api.title') },
    () => {
      if (!run.isPending) run.mutate();
    },
    { enabled: reads },
  );
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) toast({ message: t('api.copied'), duration: 5000 });
  };
  return (
    <div className={classes['examples']}>
      <section className={classes['card']} aria-label={t('api.example')}>
        <div className={classes['cardHead']}>
          <Segmented
            label={t('api.language')}
            value={language}
            onChange={setLanguage}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <span className={classes['end']}>
            <IconButton icon={IconCopy} label={t('api.copyExample')} onClick={() => void copy(sample)} />
            {reads && (
              <Button
                variant="primary"
                size="toolbar"
                icon={IconArrowRight}
                aria-keyshortcuts="Control+Enter"
                working={run.isPending && t('api.running')}
                onClick={() => run.mutate()}
              >
                {t('api.run')}
              </Button>
            )}
          </span>
        </div>
        <Code text={sample} label={t('api.example')} />
      </section>
      {!reads && <p className="t-caption">{t('api.writes')}</p>}
      {run.data && reads && (
        <section className={classes['card']} aria-label={t('api.answer')}>
          <div className={classes['cardHead']}>
            <span className={classes['told']} role="status">
              <Chip small look={run.data.status < 400 ? 'success' : 'danger'}>
                {run.data.status}
              </Chip>
              <span className="t-secondary">{t('api.took', { ms: number(run.data.ms) })}</span>
            </span>
            <span className={classes['end']}>
              <IconButton icon={IconCopy} label={t('api.copyAnswer')} onClick={() => void copy(run.data.text)} />
            </span>
          </div>
          <Code text={run.data.text} label={t('api.answer')} />
        </section>
      )}
    </div>
  );
};

const Words = ({ operation, table }: { operation: Operation; table: Table }) => {
  const t = useTexts('administration');
  return (
    <div className={classes['words']}>
      <div>
        <h2 className="t-page-title">{t(`api.operations.${operation}.title`)}</h2>
        <p className="t-secondary">{t(`api.operations.${operation}.text`, { table: table.label })}</p>
      </div>
      {operation === 'list' && (
        <section aria-labelledby="api-parameters">
          <h3 id="api-parameters" className="t-caption">
            {t('api.parameters')}
          </h3>
          <dl>
            {parameters.map((name) => (
              <div key={name} className={classes['line']}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>{t(`api.parameter.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section aria-labelledby="api-fields">
        <h3 id="api-fields" className="t-caption">
          {t('api.fields')}
        </h3>
        <ul>
          {table.fields.map((field) => (
            <li key={field.id} className={classes['field']}>
              <span className="t-cut">{field.name}</span>
              <code className="t-cut">{field.type}</code>
              <CopyId id={field.id} of={field.name} />
            </li>
          ))}
        </ul>
      </section>
      <p className={classes['note']}>
        <IconInfoCircle aria-hidden="true" />
        <span>{t('api.limit')}</span>
      </p>
    </div>
  );
};

const Contents = ({
  table,
  operation,
  onChoose,
}: {
  table: Table;
  operation: Operation;
  onChoose: (operation: Operation) => void;
}) => {
  const t = useTexts('administration');
  const about = { base: '', tableId: table.id, recordId: '', fields: [] };
  return (
    <nav className={classes['contents']} aria-label={t('api.contents')}>
      <h2 className="t-caption t-cut">{table.label}</h2>
      {operations.map((one) => {
        const { method } = callOf(one, about);
        return (
          <button
            key={one}
            type="button"
            className={classes['entry']}
            aria-current={one === operation || undefined}
            onClick={() => onChoose(one)}
          >
            <code data-method={method}>{method}</code>
            <span className="t-cut">{t(`api.operations.${one}.name`)}</span>
          </button>
        );
      })}
    </nav>
  );
};

/** What the API says of one table, in the words of that table, with programs that run as they are. */
export const ApiScreen = ({ tableId }: { tableId: string }) => {
  const t = useTexts('administration');
  const { data: table, error, isPending, refetch } = useQuery(tableQuery(tableId));
  const { data: recordId } = useQuery(someRecordQuery(tableId));
  const [operation, setOperation] = useState<Operation>('list');
  usePageTitle(table?.label ?? t('api.title'));
  if (isApiError(error) && (error.status === 404 || error.status === 403) && !table) return <NotFound />;
  return (
    <Frame
      back="/automations/tables"
      inset={false}
      header={
        <Breadcrumb
          items={[
            { label: t('api.title'), to: '/automations/tables' },
            { label: table ? <h1 className="t-strong t-cut">{table.label}</h1> : <Skeleton width={96} /> },
          ]}
        />
      }
      actions={
        <Button size="toolbar" icon={IconDownload} onClick={() => window.open(openApiPath, '_blank', 'noopener')}>
          {t('api.openApi')}
        </Button>
      }
    >
      {error && !table && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading>
          <div className={classes['words']}>
            <Skeleton width={160} height={24} />
            <Skeleton width={280} />
          </div>
        </Loading>
      )}
      {table && (
        <div className={classes['api']}>
          <Contents table={table} operation={operation} onChoose={setOperation} />
          <Words operation={operation} table={table} />
          <Example
            key={operation}
            operation={operation}
            about={{
              base: location.origin,
              tableId,
              recordId: recordId ?? 'RECORD_ID',
              fields: table.fields,
            }}
          />
        </div>
      )}
    </Frame>
  );
};
