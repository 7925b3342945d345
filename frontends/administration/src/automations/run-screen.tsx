import {
  Breadcrumb,
  Button,
  EmptyState,
  ErrorState,
  isApiError,
  LinkButton,
  Loading,
  Page as Frame,
  Skeleton,
  toast,
  useErrorText,
  useFormats,
  useLive,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { IconAlertCircle, IconCircleCheck, IconClockHour4, IconMinus } from '@tessera/kit/icons';
import { everyStep, tablesIn } from '@tessera/proto/automations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import classes from './automations.module.css';
import { runQuery, useAutomationCalls, type RunDetail } from './automations.resource.ts';
import { RunState, useCauseWords } from './log-screen.tsx';
import { stepOf } from './model.ts';
import { Values } from './test.dialog.tsx';
import { useNames, useStepWords } from './words.ts';

const marks = {
  done: IconCircleCheck,
  failed: IconAlertCircle,
  delayed: IconClockHour4,
  begun: IconClockHour4,
  answered: IconClockHour4,
} as const;

const Detail = ({ run }: { readonly run: RunDetail }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { dateTime, time } = useFormats();
  const words = useStepWords();
  const causeWords = useCauseWords();
  const { cause } = run;
  const causeRun = cause.kind === 'automation' ? cause.runId : cause.origin === 'automation' ? cause.operationId : null;
  const calls = useAutomationCalls();
  const program = { trigger: run.trigger, steps: run.program };
  const names = useNames(tablesIn(program));
  const failing = run.steps.find(({ state }) => state === 'failed');
  const [chosen, setChosen] = useState(failing?.path ?? run.steps.at(-1)?.path ?? '');
  usePageTitle(run.label);
  useLive([`run:${run.id}`], () => void client.invalidateQueries({ queryKey: ['runs'] }));

  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('automation.notRun'), detail: errorText(error) });
  };
  const rerun = useMutation({
    mutationFn: (fromStep: string | undefined) => calls.rerun(run.id, fromStep),
    onSuccess: async (runId) => {
      await client.invalidateQueries({ queryKey: ['runs'] });
      if (runId !== run.id) void navigate(`/automations/automation-log/${runId}`);
    },
    onError: failed,
  });
  const undo = useMutation({
    mutationFn: () => calls.undo(run.id),
    onSuccess: () => toast({ message: t('automation.undone') }),
    onError: failed,
  });
  const titleOf = (id: string): string => {
    const step = stepOf(program.steps, id);
    return step === undefined ? id : words.step(step, names.table).title;
  };
  const one = run.steps.find(({ path }) => path === chosen);
  const left = everyStep(program.steps).filter(({ step }) => !run.steps.some(({ id }) => id === step.id));
  const wrote = run.steps.some(
    ({ id, state }) =>
      state === 'done' &&
      /^(?:(?:create|update|upsert|delete)_record|link_records|create_task)$/.test(
        stepOf(program.steps, id)?.type ?? '',
      ),
  );
  return (
    <Frame
      back="/automations/automation-log"
      inset={false}
      header={
        <Breadcrumb
          items={[
            { label: t('automation.areas.automation-log'), to: '/automations/automation-log' },
            { label: <h1 style={{ display: 'inline' }}>{t('automation.runOf', { name: run.label })}</h1> },
          ]}
        />
      }
      actions={
        <span className={classes['actions']}>
          {run.canRerun && wrote && (
            <Button size="toolbar" working={undo.isPending && t('automation.undoing')} onClick={() => undo.mutate()}>
              {t('automation.undo')}
            </Button>
          )}
          {run.canRerun && (
            <Button
              size="toolbar"
              working={rerun.isPending && t('automation.starting')}
              onClick={() => rerun.mutate(undefined)}
            >
              {t('automation.rerun')}
            </Button>
          )}
          <LinkButton size="toolbar" to={`/automations/automation/${run.automationId}`}>
            {t('automation.open')}
          </LinkButton>
        </span>
      }
      toolbar={
        <div className={classes['bar']}>
          <RunState state={run.state} />
          <span className="t-secondary">{t('automation.startedAt', { when: dateTime(run.startedAt) })}</span>
          {run.endedAt !== null && (
            <span className="t-secondary">{t('automation.endedAt', { when: dateTime(run.endedAt) })}</span>
          )}
          <span className="t-secondary">{t('automation.version', { version: run.version })}</span>
        </div>
      }
    >
      <div className={classes['editor']}>
        <div className={classes['column']}>
          <section className={classes['causeCard']} aria-label={t('automation.causeTitle')}>
            <span className="t-caption">{t('automation.causeTitle')}</span>
            <span>{causeWords(run)}</span>
            <span className="t-caption">{dateTime(run.cause.at)}</span>
            <Values label={t('automation.given')} value={run.given} field={names.field} />
            {causeRun !== null && (
              <Link to={`/automations/automation-log/${causeRun}`}>{t('automation.causeRun')}</Link>
            )}
          </section>
          {run.reason !== null && failing === undefined && (
            <p className={classes['alert']} role="alert">
              {words.why(run)}
            </p>
          )}
          <ol className={classes['timeline']} aria-label={t('automation.steps')}>
            {run.steps.map((step) => {
              const Icon = marks[step.state];
              return (
                <li key={step.path}>
                  <button
                    type="button"
                    className={classes['stepRow']}
                    data-state={step.state}
                    aria-pressed={step.path === chosen}
                    onClick={() => setChosen(step.path)}
                  >
                    <Icon aria-hidden="true" />
                    <span className="t-medium t-cut">{titleOf(step.id)}</span>
                    <span className="t-caption">{step.path}</span>
                    <span className="t-caption">{t(`automation.stepState.${step.state}`)}</span>
                    <time className="t-caption" dateTime={step.at}>
                      {time(step.at)}
                    </time>
                  </button>
                </li>
              );
            })}
            {left.map(({ step }) => (
              <li key={step.id} className={classes['stepRow']}>
                <IconMinus aria-hidden="true" />
                <span className="t-secondary t-cut">{titleOf(step.id)}</span>
                <span className="t-caption">{step.id}</span>
                <span className="t-caption">{t('automation.tested.skipped')}</span>
              </li>
            ))}
          </ol>
        </div>
        {one !== undefined && (
          <aside className={classes['panel']} aria-label={t('automation.stepOf', { step: titleOf(one.id) })}>
            <div className={classes['panelHead']}>
              <h2 className="t-strong t-cut">{titleOf(one.id)}</h2>
            </div>
            {one.error !== null && (
              <p className={classes['alert']} role="alert">
                {words.why(one.error)}
              </p>
            )}
            <p className="t-secondary">
              {t('automation.tries', { count: one.attempts })}{' '}
              {one.until !== null && one.state === 'delayed' && t('automation.goesOn', { when: dateTime(one.until) })}
            </p>
            {run.hidden && <p className="t-secondary">{t('automation.hidden')}</p>}
            <Values label={t('automation.input')} value={one.input} field={names.field} />
            <Values label={t('automation.output')} value={one.output} field={names.field} />
            {one.state === 'failed' && run.canRerun && run.state === 'failed' && (
              <section className={classes['again']}>
                <p className="t-secondary">{t('automation.rerunText')}</p>
                <Button
                  variant="primary"
                  working={rerun.isPending && t('automation.starting')}
                  onClick={() => rerun.mutate(one.id)}
                >
                  {t('automation.rerunHere')}
                </Button>
              </section>
            )}
          </aside>
        )}
      </div>
    </Frame>
  );
};

/** `/automations/automation-log/{id}`: one run, step by step. */
export const RunScreen = ({ id }: { readonly id: string }) => {
  const t = useTexts('administration');
  const { data, error, refetch } = useQuery(runQuery(id));
  if (data !== undefined) return <Detail key={id} run={data} />;
  if (isApiError(error) && error.status === 404)
    return (
      <EmptyState
        screen
        title={t('automation.runNotFound')}
        actions={<Link to="/automations/automation-log">{t('automation.areas.automation-log')}</Link>}
      />
    );
  if (error) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  return (
    <Loading>
      <Skeleton width={240} />
    </Loading>
  );
};
