import {
  Breadcrumb,
  Button,
  Check,
  Chip,
  Dialog,
  errorCode,
  ErrorState,
  hasRight,
  LinkButton,
  Loading,
  NotFound,
  Page,
  Skeleton,
  Spinner,
  Tile,
  toast,
  useErrorText,
  useFormats,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconAppWindow, IconCheck, IconCircle, IconDownload, IconTable } from '@tessera/kit/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import {
  type Install,
  installQuery,
  installTemplate,
  removeInstall,
  type Template,
  templateQuery,
} from './templates.resource.ts';
import classes from './templates.module.css';

const steps = ['tables', 'links', 'records', 'apps', 'programs', 'folder'] as const;

const useWords = ({ counts }: Template): Readonly<Record<(typeof steps)[number], string>> => {
  const t = useTexts('building');
  return {
    tables: [t('templates.tables', { count: counts.tables }), t('templates.fields', { count: counts.fields })].join(
      ', ',
    ),
    links: t('templates.links'),
    records: t('templates.records', { count: counts.records }),
    apps: [t('templates.apps', { count: counts.apps }), t('templates.blocks', { count: counts.blocks })].join(', '),
    programs: t('templates.automations', { count: counts.automations }),
    folder: t('templates.folder'),
  };
};

/** The first records of one of its tables, as they will look. */
const Preview = ({ template, table }: { template: Template; table: Template['tables'][number] }) => {
  const t = useTexts('building');
  const { date, number } = useFormats();
  const label = template.workspace.find(({ key, type }) => key === table.key && type === 'table');
  const shown = ({ text, look }: (typeof table.records)[number][number]): string => {
    if (text === '') return '';
    return look === 'day' ? date(text) : look === 'amount' ? number(Number(text)) : text;
  };
  return (
    <div className={classes['preview']}>
      <div className={classes['caption']}>
        <Tile icon={IconTable} color={label?.color} />
        <span className="t-medium">{label?.label}</span>
        <span className={classes['end']}>{t('templates.example')}</span>
      </div>
      {/* It scrolls where it is wide, and nothing in it takes the focus. */}
      <div className={classes['scroll']} role="region" aria-label={label?.label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {table.fields.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.records.map((cells, row) => (
              // Example records have no ids, and never change their order.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={row}>
                {cells.map((cell, at) => (
                  <td key={table.fields[at]!.name} data-number={cell.look === 'amount' || undefined}>
                    {cell.look === 'option' ? <Chip color={cell.color}>{cell.text}</Chip> : shown(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
};

const Progress = ({ template, install, data }: { template: Template; install: Install; data: boolean }) => {
  const t = useTexts('building');
  const words = useWords(template);
  const shown = steps.filter(
    (step) =>
      (data || step !== 'records') &&
      (step !== 'apps' || template.counts.apps > 0) &&
      (step !== 'programs' || template.counts.automations > 0),
  );
  const at = install.state === 'done' ? shown.length : shown.findIndex((step) => step === install.step);
  return (
    <>
      <ul className={classes['steps']} aria-label={t('templates.progress')}>
        {shown.map((step, place) => (
          <li key={step}>
            {place < at ? (
              <IconCheck aria-hidden="true" />
            ) : place === at ? (
              <Spinner />
            ) : (
              <IconCircle aria-hidden="true" />
            )}
            <span data-later={place > at || undefined}>{words[step]}</span>
          </li>
        ))}
      </ul>
      <p className={classes['hint']} role="status">
        {t(install.state === 'done' ? 'templates.ready' : 'templates.leave')}
      </p>
    </>
  );
};

/** The button of an installation: what it is now, and what can be done with it. */
const Installing = ({ template }: { template: Template }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const rights = useRights();
  const [params, setParams] = useSearchParams();
  const [data, setData] = useState(true);
  const [asks, setAsks] = useState(false);
  const id = params.get('install');
  const found = useQuery(installQuery(id));
  const install = found.data;
  const setId = (operationId: string | null): void =>
    setParams(
      (before) => {
        if (operationId === null) before.delete('install');
        else before.set('install', operationId);
        return before;
      },
      { replace: true },
    );
  const anew = (): void => {
    for (const key of ['home', 'apps', 'folders', 'tables', 'templates'])
      void client.invalidateQueries({ queryKey: [key] });
  };
  const state = install?.state;
  // What is in the menu beside the page comes with it.
  useEffect(() => {
    if (state === 'done')
      for (const key of ['home', 'apps', 'folders']) void client.invalidateQueries({ queryKey: [key] });
  }, [state, client]);
  const begin = useMutation({
    mutationFn: () => installTemplate(template.slug, data),
    onSuccess: ({ operation_id }) => setId(operation_id),
    onError: (error) => toast({ kind: 'error', message: t('templates.failed'), detail: errorText(error) }),
  });
  const remove = useMutation({
    mutationFn: (overwrite: boolean) => removeInstall(id!, overwrite),
    onSuccess: () => {
      setAsks(false);
      setId(null);
      anew();
      toast({ message: t('templates.removed', { name: template.name }) });
    },
    onError: (error, overwrite) => {
      if (!overwrite && errorCode(error) === 'undo.conflicts') setAsks(true);
      // Nothing of it is left.
      else if (errorCode(error) === 'undo.nothing') setId(null);
      else toast({ kind: 'error', message: t('templates.notRemoved'), detail: errorText(error) });
    },
  });

  if (!hasRight(rights, 'canCreateApps') || !hasRight(rights, 'canCreateTables'))
    return (
      <>
        <Button variant="primary" block disabled>
          {t('templates.request')}
        </Button>
        <p className={classes['hint']}>{t('templates.requestText')}</p>
      </>
    );
  if (id === null || found.error)
    return (
      <>
        <Button
          variant="primary"
          block
          icon={IconDownload}
          onClick={() => begin.mutate()}
          working={begin.isPending && t('templates.installing')}
        >
          {t('templates.install')}
        </Button>
        {template.has_data && (
          <Check
            checked={data}
            onChange={setData}
            label={t('templates.withData', { count: template.counts.records })}
          />
        )}
        <p className={classes['hint']}>{t('templates.safe')}</p>
      </>
    );
  return (
    <>
      {install?.state === 'done' ? (
        <LinkButton variant="primary" block to={install.start_url ?? '/home'}>
          {t('templates.open', { name: template.name })}
        </LinkButton>
      ) : install?.state === 'failed' ? (
        <div role="alert" className={classes['hint']}>
          <p>{t('templates.broke')}</p>
          {install.message !== null && <p>{install.message}</p>}
        </div>
      ) : (
        <Button variant="primary" block disabled working={t('templates.installing')}>
          {t('templates.install')}
        </Button>
      )}
      {install !== undefined && install.state !== 'failed' && (
        <Progress template={template} install={install} data={data} />
      )}
      {install !== undefined && install.state !== 'running' && (
        <Button block onClick={() => remove.mutate(false)} working={remove.isPending && t('templates.removing')}>
          {t('templates.remove')}
        </Button>
      )}
      {install?.state === 'failed' && (
        <Button variant="primary" block onClick={() => setId(null)}>
          {t('templates.again')}
        </Button>
      )}
      <Dialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={t('templates.removeTitle', { name: template.name })}
        footer={
          <>
            <Button onClick={() => setAsks(false)}>{t('templates.keep')}</Button>
            <Button
              variant="danger"
              onClick={() => remove.mutate(true)}
              working={remove.isPending && t('templates.removing')}
            >
              {t('templates.remove')}
            </Button>
          </>
        }
      >
        {t('templates.removeText')}
      </Dialog>
    </>
  );
};

/** `/templates/:templateId`: what is in a template, and the way to have it. */
export const Detail = () => {
  const t = useTexts('building');
  const { templateId = '' } = useParams();
  const { date, number } = useFormats();
  const query = useQuery(templateQuery(templateId));
  const [chosen, setChosen] = useState('');
  usePageTitle(query.data?.name);
  if (query.error && errorCode(query.error) === 'template_not_found') return <NotFound />;
  if (query.error && query.data === undefined)
    return <ErrorState screen error={query.error} onRetry={() => void query.refetch()} />;
  const template = query.data;
  if (template === undefined)
    return (
      <Loading>
        <Skeleton width={720} height={360} />
      </Loading>
    );
  const table = template.tables.find(({ key }) => key === chosen) ?? template.tables[0];
  const [category] = template.categories;
  return (
    <Page
      header={
        <Breadcrumb
          items={[
            { label: t('templates.title'), to: '/templates' },
            ...(category === undefined
              ? []
              : [
                  {
                    label: t(`templates.category.${category.id}`, { defaultValue: category.name }),
                    to: `/templates?category=${category.id}`,
                  },
                ]),
            { label: template.name },
          ]}
        />
      }
      back="/templates"
    >
      <div className={classes['detail']}>
        <div className={classes['main']}>
          {table !== undefined && <Preview template={template} table={table} />}
          <div className={classes['parts']} role="group" aria-label={t('templates.inside')}>
            {template.workspace.map(({ key, label, type, color }) =>
              type === 'table' ? (
                <button
                  key={`table ${key}`}
                  type="button"
                  className={classes['part']}
                  aria-pressed={key === table?.key}
                  onClick={() => setChosen(key)}
                >
                  <Tile icon={IconTable} color={color} /> {label}
                </button>
              ) : (
                <span key={`app ${key}`} className={classes['part']}>
                  <Tile icon={IconAppWindow} color={color} /> {label}
                </span>
              ),
            )}
          </div>
          <h2 className="t-strong">{t('templates.about')}</h2>
          <p className={classes['about']}>{template.description}</p>
        </div>
        <aside className={classes['facts']}>
          <h1>{template.name}</h1>
          <p className="t-secondary">{template.short_description}</p>
          <Installing key={template.slug} template={template} />
          <dl>
            <dt>{t('templates.categories')}</dt>
            <dd>
              {template.categories.map(({ id, name }) => (
                <Chip key={id}>{t(`templates.category.${id}`, { defaultValue: name })}</Chip>
              ))}
            </dd>
            <dt>{t('templates.language')}</dt>
            <dd>{t(`templates.languages.${template.language}`)}</dd>
            {template.counts.automations > 0 && (
              <>
                <dt>{t('templates.automationsFact')}</dt>
                <dd>{t('templates.automationsOff', { count: template.counts.automations })}</dd>
              </>
            )}
            <dt>{t('templates.installed')}</dt>
            <dd>{number(template.installs)}</dd>
            <dt>{t('templates.changed')}</dt>
            <dd>{date(template.changed)}</dd>
            <dt>{t('templates.madeBy')}</dt>
            <dd>{template.builder}</dd>
          </dl>
        </aside>
      </div>
    </Page>
  );
};
