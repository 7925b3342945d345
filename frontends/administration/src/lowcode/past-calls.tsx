import { Button, Chip, ErrorState, Loading, Skeleton, useFormats, useTexts } from '@tessera/kit';
import { IconArrowLeft } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { peopleQuery, tablesQuery } from '../automations/automations.resource.ts';
import { CallLog, useTook } from './call-log.tsx';
import classes from './editor.module.css';
import { pastCallQuery, pastCallsQuery, type LowCodeFunction, type PastCall } from './functions.resource.ts';
import { useFunctionWords } from './words.ts';

/** Who or what called, and where that is to be seen. */
const Caller = ({ call: { kind, callerId, trigger } }: { readonly call: PastCall }) => {
  const t = useTexts('administration');
  const { data: people = [] } = useQuery(peopleQuery);
  const { data: tables = [] } = useQuery(tablesQuery);
  switch (kind) {
    case 'step':
      return <Link to={`/automations/automation-log/${callerId}`}>{t('lowcode.past.step')}</Link>;
    case 'webhook':
      return <Link to={`/lowcode/webhooks/${callerId}`}>{t('lowcode.past.webhook')}</Link>;
    case 'trigger':
      return `${trigger ?? ''} ${tables.find(({ id }) => id === callerId)?.label ?? ''}`;
    default:
      return t(`lowcode.past.${kind}`, { name: people.find(({ id }) => id === callerId)?.name ?? '' });
  }
};

/** One call: what went in, what came out, and its log. */
const Detail = ({
  entry,
  call,
  onUse,
}: {
  readonly entry: LowCodeFunction;
  readonly call: PastCall;
  readonly onUse: (input: unknown) => void;
}) => {
  const t = useTexts('administration');
  const { data, error, refetch } = useQuery(pastCallQuery(entry.id, call.number));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading>
        <Skeleton width={240} />
      </Loading>
    );
  const { hidden, kept } = data;
  if (kept === null)
    return <p className={classes['small']}>{t(hidden ? 'lowcode.past.hidden' : 'lowcode.past.gone')}</p>;
  return (
    <>
      {kept.cut && <p className={classes['small']}>{t('lowcode.past.cut')}</p>}
      <p className={classes['small']}>
        <Button size="toolbar" onClick={() => onUse(kept.input)}>
          {t('lowcode.past.use')}
        </Button>
      </p>
      <pre className={classes['answer']} tabIndex={0} aria-label={t('lowcode.past.input')}>
        {JSON.stringify(kept.input, null, 2)}
      </pre>
      <CallLog logs={kept.logs} />
      <pre
        className={classes['answer']}
        data-failed={call.state === 'failed' || undefined}
        tabIndex={0}
        aria-label={t('lowcode.answer')}
      >
        {call.state === 'failed' ? (kept.reason ?? '') : JSON.stringify(kept.output, null, 2)}
      </pre>
    </>
  );
};

/** The last calls of a function, the newest first; each opens with what went in and came out. */
export const PastCalls = ({
  entry,
  head,
  onUse,
}: {
  readonly entry: LowCodeFunction;
  readonly head: ReactNode;
  /** What went into a call is to be tested with. */
  readonly onUse: (input: unknown) => void;
}) => {
  const t = useTexts('administration');
  const { ago, dateTime } = useFormats();
  const words = useFunctionWords();
  const took = useTook();
  const { data, error, refetch } = useQuery(pastCallsQuery(entry.id));
  const [number, setNumber] = useState<number>();
  const chosen = data?.find((one) => one.number === number);
  const outcome = ({ state, code }: PastCall): string =>
    state === 'done' ? t('lowcode.state.done') : words.code(code);
  return (
    <section aria-labelledby="past-calls">
      <div className={classes['dockHead']}>
        <h2 id="past-calls" className="t-hidden">
          {t('lowcode.past.title')}
        </h2>
        {head}
        {chosen && (
          <Button size="toolbar" variant="quiet" icon={IconArrowLeft} onClick={() => setNumber(undefined)}>
            {t('lowcode.past.all')}
          </Button>
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Loading>
          <Skeleton width={240} />
        </Loading>
      )}
      {data?.length === 0 && <p className={classes['small']}>{t('lowcode.past.none')}</p>}
      {chosen ? (
        <>
          <p className={classes['small']}>
            {dateTime(chosen.at)}, {outcome(chosen)}, {took(chosen.tookMs)}, <Caller call={chosen} />
          </p>
          <Detail key={chosen.number} entry={entry} call={chosen} onUse={onUse} />
        </>
      ) : (
        <ul className={classes['past']} aria-label={t('lowcode.past.title')}>
          {data?.map((call) => (
            <li key={call.number}>
              <button type="button" onClick={() => setNumber(call.number)}>
                <time className="t-secondary t-cut" dateTime={call.at} title={dateTime(call.at)}>
                  {ago(call.at)}
                </time>
                <Chip small look={call.state === 'done' ? 'success' : 'danger'}>
                  {outcome(call)}
                </Chip>
                <span className="t-num t-secondary">{took(call.tookMs)}</span>
              </button>
              <span className="t-cut">
                <Caller call={call} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
