import {
  Breadcrumb,
  Button,
  EmptyState,
  LinkButton,
  Page,
  Select,
  Switch,
  type Table,
  toast,
  useErrorText,
  type User,
  useShortcut,
  useTexts,
  type ViewConfig,
} from '@tessera/kit';
import { IconTrash } from '@tessera/kit/icons';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useWorkbench } from '../workbench/use-workbench.ts';
import { Builder, type Change } from './builder.tsx';
import type { Subject } from './subject.ts';
import classes from './forms.module.css';
import { isPlain, tools, toolsOf, wayOf, ways } from './layout.ts';
import type { FormName } from './names.ts';
import { firstConfig } from './own.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useEveryWay } from './use-way.ts';

const nothing = (): void => undefined;

/** How the form opens, and what stands beside the fields. */
const Opening = ({
  name,
  config,
  change,
}: {
  readonly name: FormName;
  readonly config: ViewConfig;
  readonly change: Change;
}) => {
  const t = useTexts('building');
  const every = useEveryWay(true);
  const way = wayOf(config);
  const shown = toolsOf(config);
  return (
    <>
      <p className={classes['note']}>{t(`forms.about.${name}`)}</p>
      {(config.fields ?? []).length === 0 && <p className={classes['note']}>{t(`forms.all.${name}`)}</p>}
      <Select
        label={t('forms.openAs')}
        value={way}
        options={ways
          .filter((one) => every !== false || isPlain(one) || one === way)
          .map((one) => ({ value: one, label: t(`forms.ways.${one}`) }))}
        onChange={(next) => change((before) => ({ ...before, open_as: next }))}
      />
      {every === false && <p className={classes['note']}>{t('forms.plan')}</p>}
      {name === 'update' && (
        <div className={classes['group']} role="group" aria-label={t('forms.tools')}>
          <span className={classes['groupHead']} aria-hidden="true">
            {t('forms.tools')}
          </span>
          {tools.map((tool) => (
            <Switch
              key={tool}
              label={t(`forms.tool.${tool}`)}
              checked={shown.includes(tool)}
              onChange={(on) =>
                change((before) => ({
                  ...before,
                  tools: tools.filter((one) => (one === tool ? on : toolsOf(before).includes(one))),
                }))
              }
            />
          ))}
        </div>
      )}
    </>
  );
};

/** One form of a table while it is built. */
export const FormPage = ({
  table,
  name,
  users,
}: {
  readonly table: Table;
  readonly name: FormName;
  readonly users: readonly User[];
}) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const navigate = useNavigate();
  const back = `/object/${table.id}`;
  const work = useWorkbench({ table, users, prefill: () => ({}), expand: nothing, onTotals: nothing });
  const draft = useFormDraft(table, name);
  const { config, saving, failure, set, undo } = draft;
  const label = t(`forms.names.${name}`);
  const of = useMemo(
    (): Subject => ({ id: `${table.id}.${name}.built`, name: label, changes: name === 'update', slim: true }),
    [table.id, name, label],
  );
  useShortcut({ keys: 'mod+z', label: t('undo.title'), group: t('shortcuts.table') }, () => void undo());
  useEffect(() => {
    if (failure !== null) toast({ kind: 'error', message: t('error.notSaved'), detail: errorText(failure) });
  }, [failure, t, errorText]);
  const remove = async (): Promise<void> => {
    const commit = await set(true);
    if (commit !== null) toast({ message: t('forms.removed'), undo: () => void undo() });
  };
  return (
    <Page
      inset={false}
      back={back}
      header={
        <Breadcrumb
          items={[
            { label: t('home'), to: '/home' },
            { label: table.label, to: back },
            { label: <h1 className="t-strong t-cut">{label}</h1> },
          ]}
        />
      }
      actions={
        config !== null && (
          <>
            <span className={classes['status']} role="status" data-failed={saving === 'failed' || undefined}>
              {t(saving === 'failed' ? 'forms.notSaved' : `forms.${saving}`)}
              {saving === 'failed' && (
                <Button size="toolbar" variant="text" onClick={draft.again}>
                  {t('retry')}
                </Button>
              )}
            </span>
            {name === 'creation' && (
              <LinkButton size="toolbar" to={`${back}?panel=new`}>
                {t('forms.open')}
              </LinkButton>
            )}
          </>
        )
      }
    >
      {config === null ? (
        <EmptyState
          screen
          title={t(`forms.none.${name}`)}
          actions={
            <>
              <Button variant="primary" onClick={() => void set(firstConfig(table, name))}>
                {t('forms.create')}
              </Button>
              <Button onClick={() => void navigate(back)}>{t('back')}</Button>
            </>
          }
        >
          {t(`forms.noneText.${name}`)}
        </EmptyState>
      ) : (
        <Builder
          table={table}
          of={of}
          config={config}
          change={draft.change}
          shows={name === 'update'}
          {...(name === 'creation' && { address: `${back}?panel=new` })}
          work={work}
          users={users}
          more={<Opening name={name} config={config} change={draft.change} />}
          foot={
            <div>
              <Button size="toolbar" icon={IconTrash} onClick={() => void remove()}>
                {t('forms.remove')}
              </Button>
            </div>
          }
        />
      )}
    </Page>
  );
};
