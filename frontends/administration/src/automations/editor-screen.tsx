import {
  Breadcrumb,
  Button,
  Chip,
  EmptyState,
  ErrorState,
  hasRight,
  IconButton,
  Loading,
  Page as Frame,
  Select,
  Skeleton,
  Switch,
  TextInput,
  toast,
  useErrorText,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tessera/kit/icons';
import {
  stepType,
  tablesIn,
  triggerType,
  triggerTypes,
  type Config,
  type Issue,
  type StepTypeId,
} from '@tessera/proto/automations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import classes from './automations.module.css';
import { automationQuery, hookQuery, useAutomationCalls, type Automation } from './automations.resource.ts';
import { StepsColumn } from './column.tsx';
import { HookPart } from './hook.part.tsx';
import {
  addStep,
  changeStep,
  emptyStep,
  moveStep,
  removeStep,
  sourcesFor,
  stepOf,
  withPart,
  type Spot,
} from './model.ts';
import { PartInput } from './part.tsx';
import { VersionsDialog } from './dialogs.tsx';
import { RunDialog, TestDialog } from './test.dialog.tsx';
import { useDraft } from './use-draft.ts';
import { useNames, useStepWords } from './words.ts';

const Editor = ({ automation }: { readonly automation: Automation }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const words = useStepWords();
  const calls = useAutomationCalls();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { draft, saving, edit, flush, took, replace } = useDraft(automation);
  const [chosen, setChosen] = useState('trigger');
  const [asked, setAsked] = useState<'test' | 'run' | 'versions'>();
  const close = (): void => setAsked(undefined);
  const names = useNames(tablesIn(draft));
  const disabled = !automation.canChange;
  const { issues } = automation;
  usePageTitle(draft.label);

  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('automation.notChanged'), detail: errorText(error) });
  };
  const publish = useMutation({
    mutationFn: async () => {
      await flush();
      return calls.publish(automation.id);
    },
    onSuccess: (next) => {
      took(next);
      toast({ message: t('automation.published', { version: next.published?.version ?? 1 }) });
    },
    onError: failed,
  });
  const enable = useMutation({
    mutationFn: (enabled: boolean) => calls.enable(automation.id, enabled),
    onSuccess: (next) => {
      took(next);
      toast({ message: t(next.enabled ? 'automation.isOn' : 'automation.isOff', { name: next.label }) });
    },
    onError: failed,
  });
  const test = async (): Promise<void> => {
    await flush();
    setAsked('test');
  };

  const step = chosen === 'trigger' ? undefined : stepOf(draft.steps, chosen);
  const add = (spot: Spot, type: StepTypeId): void => {
    const made = emptyStep(draft.steps, type);
    edit({ steps: addStep(draft.steps, spot, made) });
    setChosen(made.id);
  };
  const remove = (id: string): void => {
    edit({ steps: removeStep(draft.steps, id) });
    setChosen('trigger');
  };
  const move = (id: string, by: -1 | 1): void => edit({ steps: moveStep(draft.steps, id, by) });
  const onKey = (event: KeyboardEvent<HTMLElement>, id: string): void => {
    const { key, altKey } = event;
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (by !== 0 && altKey && id !== 'trigger' && !disabled) {
      event.preventDefault();
      move(id, by);
    } else if (by !== 0 && !altKey) {
      const column = event.currentTarget.closest('[role="group"]');
      const cards = [...(column?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
      const next = cards[cards.indexOf(event.currentTarget) + by];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    } else if ((key === 'Delete' || key === 'Backspace') && id !== 'trigger' && !disabled) {
      event.preventDefault();
      remove(id);
    }
  };

  const config = step === undefined ? draft.trigger.config : step.config;
  const parts: Config =
    (step === undefined ? triggerType(draft.trigger.type)?.config : stepType(step.type)?.config) ?? {};
  const change = (name: string, value: unknown): void => {
    const next = withPart(config, name, value);
    if (step === undefined) edit({ trigger: { ...draft.trigger, config: next } });
    else edit({ steps: changeStep(draft.steps, step.id, next) });
  };
  const own = issues.filter((issue) => issue.step === (step?.id ?? 'trigger'));
  const told = (issue: Issue): string => words.issue(issue, names);
  const title =
    step === undefined ? words.trigger(draft.trigger, names.table).title : words.step(step, names.table).title;
  const isCalled = draft.trigger.type === 'webhook';
  const { data: hook } = useQuery({ ...hookQuery(automation.id), enabled: isCalled && !disabled });
  const sources = step === undefined ? [] : sourcesFor(draft, step.id, names.fieldsOf, hook?.lastCall?.body);
  const first = issues[0];
  const ready = issues.length === 0 && (automation.changed || saving === 'waits');
  return (
    <Frame
      back="/automations/all-automations"
      inset={false}
      header={
        <Breadcrumb
          items={[
            { label: t('automation.all'), to: '/automations/all-automations' },
            { label: <h1 style={{ display: 'inline' }}>{draft.label}</h1> },
          ]}
        />
      }
      actions={
        <span className={classes['actions']}>
          <span className="t-caption" role="status">
            {saving !== 'nothing' && t(`automation.saving.${saving}`)}
          </span>
          <Switch
            label={t(automation.enabled ? 'automation.onWord' : 'automation.offWord')}
            checked={automation.enabled}
            disabled={disabled || automation.published === null || enable.isPending}
            onChange={(enabled) => enable.mutate(enabled)}
          />
          {!disabled && (
            <>
              <Button size="toolbar" disabled={issues.length > 0} onClick={() => void test()}>
                {t('automation.test')}
              </Button>
              <Button
                variant="primary"
                size="toolbar"
                disabled={!ready}
                working={publish.isPending && t('automation.publishing')}
                onClick={() => publish.mutate()}
              >
                {t('automation.publish')}
              </Button>
            </>
          )}
        </span>
      }
      toolbar={
        <div className={classes['bar']}>
          {automation.published === null ? (
            <Chip small look="draft">
              {t('automation.draft')}
            </Chip>
          ) : (
            <span className="t-secondary">
              {t(automation.changed ? 'automation.changedSince' : 'automation.asLive', {
                version: automation.published.version,
              })}
            </span>
          )}
          {first !== undefined && (
            <button type="button" className={classes['first']} onClick={() => setChosen(first.step)}>
              {t('automation.mistakes', { count: issues.length })} {told(first)}
            </button>
          )}
          {disabled && <span className="t-secondary">{t('automation.readOnly')}</span>}
          <Link to={`/automations/automation-log?automation=${automation.id}`}>{t('automation.runs')}</Link>
          {automation.published !== null && (
            <Button variant="text" size="toolbar" onClick={() => setAsked('versions')}>
              {t('automation.versions')}
            </Button>
          )}
          {automation.enabled && !disabled && (
            <Button variant="text" size="toolbar" onClick={() => setAsked('run')}>
              {t('automation.runNow')}
            </Button>
          )}
        </div>
      }
    >
      <div className={classes['editor']}>
        <StepsColumn
          program={draft}
          table={names.table}
          form={names.form}
          chosen={step?.id ?? 'trigger'}
          broken={new Set(issues.map((issue) => issue.step))}
          disabled={disabled}
          onChoose={setChosen}
          onAdd={add}
          onKey={onKey}
        />
        <aside className={classes['panel']} aria-label={t('automation.settingsOf', { step: title })}>
          <div className={classes['panelHead']}>
            <h2 className="t-strong t-cut">{title}</h2>
            {step !== undefined && !disabled && (
              <>
                <IconButton
                  size="table"
                  label={t('automation.up')}
                  icon={IconArrowUp}
                  onClick={() => move(step.id, -1)}
                />
                <IconButton
                  size="table"
                  label={t('automation.down')}
                  icon={IconArrowDown}
                  onClick={() => move(step.id, 1)}
                />
                <IconButton
                  size="table"
                  label={t('automation.removeStep')}
                  icon={IconTrash}
                  onClick={() => remove(step.id)}
                />
              </>
            )}
          </div>
          <p className="t-secondary">
            {t(`automation.${step === undefined ? 'trigger' : 'step'}.${step?.type ?? draft.trigger.type}.text`, {
              defaultValue: '',
            })}
          </p>
          {step === undefined && (
            <>
              <TextInput
                label={t('automation.name')}
                value={draft.label}
                maxLength={120}
                readOnly={disabled}
                onChange={(label) => {
                  if (label.trim() !== '') edit({ label });
                }}
              />
              <Select
                label={t('automation.startsWhen')}
                value={draft.trigger.type}
                disabled={disabled}
                onChange={(type) => {
                  const tableId = triggerType(type)?.config['tableId'] === undefined ? undefined : config['tableId'];
                  edit({ trigger: { type, config: tableId === undefined ? {} : { tableId } } });
                }}
                options={triggerTypes.map(({ id }) => ({ value: id, label: t(`automation.trigger.${id}.title`) }))}
              />
            </>
          )}
          {step === undefined && isCalled && !disabled && (
            <HookPart
              id={automation.id}
              onMade={async () => took(await client.fetchQuery({ ...automationQuery(automation.id), staleTime: 0 }))}
            />
          )}
          {Object.entries(parts).map(([name, part]) => {
            const issue = own.find(({ field }) => field === name);
            return (
              <PartInput
                key={`${step?.id ?? 'trigger'} ${name}`}
                name={name}
                part={part}
                value={config[name]}
                config={config}
                onChange={(value) => change(name, value)}
                sources={sources}
                disabled={disabled}
                error={issue === undefined || saving === 'waits' ? undefined : told(issue)}
              />
            );
          })}
        </aside>
      </div>
      {asked === 'test' && <TestDialog id={automation.id} program={draft} names={names} onClose={close} />}
      {asked === 'run' && (
        <RunDialog
          id={automation.id}
          program={draft}
          onClose={close}
          onStarted={(runId) => void navigate(`/automations/automation-log/${runId}`)}
        />
      )}
      {asked === 'versions' && (
        <VersionsDialog
          id={automation.id}
          canChange={!disabled}
          onClose={close}
          onRestored={(next) => {
            replace(next);
            setChosen('trigger');
            close();
          }}
        />
      )}
    </Frame>
  );
};

/** `/automations/automation/{id}`: what starts it, its steps, and the panel of the one that is chosen. */
export const EditorScreen = ({ id }: { readonly id: string }) => {
  const t = useTexts('administration');
  const rights = useRights();
  const { data, error, isPending, refetch } = useQuery({
    ...automationQuery(id),
    enabled: hasRight(rights, 'canManageAutomations'),
    staleTime: 60_000,
  });
  if (data !== undefined) return <Editor key={id} automation={data} />;
  if (error && 'status' in error && error.status === 404)
    return (
      <EmptyState
        screen
        title={t('automation.notFound')}
        actions={<Link to="/automations/all-automations">{t('automation.all')}</Link>}
      />
    );
  if (error) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  if (isPending)
    return (
      <Loading>
        <Skeleton width={240} />
      </Loading>
    );
  return null;
};
