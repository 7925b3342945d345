import { Chip, Segmented, useErrorText, useFormats, useTexts } from '@tessera/kit';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { CallLog, useTook } from './call-log.tsx';
import classes from './editor.module.css';
import type { Called, LowCodeFunction } from './functions.resource.ts';
import { PastCalls } from './past-calls.tsx';
import { useFunctionWords } from './words.ts';

const least = 120;
const most = 480;
const usual = 292;
const mostMegabytes = 256;
const within = (height: number): number => Math.min(most, Math.max(least, Math.round(height)));

/** The input as JSON, or why it is none. Nothing at all is null. */
export const readInput = (text: string): { readonly value: unknown } | { readonly reason: string } => {
  if (text.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : '' };
  }
};

/** What a test came to: how it ended, what it took, its log and its answer. */
const Result = ({
  called,
  error,
  month,
  head,
}: {
  readonly called: Called | undefined;
  readonly error: unknown;
  readonly month: number;
  readonly head: ReactNode;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const { number } = useFormats();
  const words = useFunctionWords();
  const took = useTook();
  const over = called?.error?.code ?? '';
  const state = called?.state ?? 'failed';
  return (
    <section aria-labelledby="test-result" aria-live="polite">
      <div className={classes['dockHead']}>
        <h2 id="test-result" className="t-hidden">
          {t('lowcode.result')}
        </h2>
        {head}
        {(called || error !== null) && (
          <Chip small look={state === 'done' ? 'success' : 'danger'}>
            {t(`lowcode.state.${state}`)}
          </Chip>
        )}
      </div>
      {error !== null && (
        <p className={classes['problem']}>
          {t('lowcode.notTested')}. {errorText(error)}
        </p>
      )}
      {!called && error === null && <p className={classes['small']}>{t('lowcode.noResult')}</p>}
      {called && (
        <>
          <dl className={classes['meters']}>
            <div data-over={over === 'functions.time' || undefined}>
              <dt>{t('lowcode.time')}</dt>
              <dd>{took(called.tookMs)}</dd>
            </div>
            <div data-over={over === 'functions.memory' || undefined}>
              <dt>{t('lowcode.memory')}</dt>
              <dd>{t('lowcode.ofMemory', { used: Math.ceil(called.peakBytes / 1024 ** 2), most: mostMegabytes })}</dd>
            </div>
            <div>
              <dt>{t('lowcode.counts')}</dt>
              <dd>{t('lowcode.units', { units: number(called.units, 3) })}</dd>
            </div>
            <div>
              <dt>{t('lowcode.month')}</dt>
              <dd>{t('lowcode.units', { units: number(month, 3) })}</dd>
            </div>
          </dl>
          {called.error && over !== 'functions.failed' && (
            <p className={classes['problem']}>{words.code(called.error.code)}</p>
          )}
          <CallLog logs={called.logs} />
          <pre
            className={classes['answer']}
            data-failed={called.error !== null || undefined}
            tabIndex={0}
            aria-label={t('lowcode.answer')}
          >
            {called.error === null ? JSON.stringify(called.output, null, 2) : called.error.reason}
          </pre>
        </>
      )}
    </section>
  );
};

/** The lower part of the editor: what a test is given, and what came of it. */
export const TestDock = ({
  input,
  onInput,
  entry,
  called,
  error,
}: {
  readonly input: string;
  readonly onInput: (input: string) => void;
  readonly entry: LowCodeFunction;
  readonly called: Called | undefined;
  readonly error: unknown;
}) => {
  const t = useTexts('administration');
  const [height, setHeight] = useState(usual);
  const [shown, setShown] = useState<'result' | 'past'>('result');
  const dragged = useRef<{ readonly at: number; readonly height: number }>(undefined);
  const read = readInput(input);
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: height + 16,
    ArrowDown: height - 16,
    Home: least,
    End: most,
  };
  const keyDown = (event: KeyboardEvent): void => {
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setHeight(within(next));
  };
  const move = ({ clientY }: PointerEvent): void => {
    if (dragged.current !== undefined) setHeight(within(dragged.current.height + dragged.current.at - clientY));
  };
  const head = (
    <Segmented
      label={t('lowcode.shown')}
      value={shown}
      onChange={setShown}
      options={[
        { value: 'result', label: t('lowcode.result') },
        { value: 'past', label: t('lowcode.past.title') },
      ]}
    />
  );
  return (
    <>
      <div
        className={classes['handle']}
        role="separator"
        aria-orientation="horizontal"
        aria-label={t('lowcode.dock')}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={height}
        tabIndex={0}
        onKeyDown={keyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = { at: event.clientY, height };
        }}
        onPointerMove={move}
        onPointerUp={() => (dragged.current = undefined)}
        onPointerCancel={() => (dragged.current = undefined)}
      />
      <div className={classes['dock']} style={{ height }}>
        <section aria-labelledby="test-input">
          <div className={classes['dockHead']}>
            <h2 id="test-input" className="t-medium">
              {t('lowcode.testInput')}
            </h2>
          </div>
          <textarea
            className={classes['input']}
            aria-labelledby="test-input"
            aria-describedby="test-simulated"
            aria-invalid={'reason' in read || undefined}
            spellCheck={false}
            value={input}
            onChange={(event) => onInput(event.target.value)}
          />
          {'reason' in read && (
            <p className={classes['problem']} role="alert">
              {t('lowcode.inputWrong', { reason: read.reason })}
            </p>
          )}
          <p id="test-simulated" className={classes['small']}>
            {t('lowcode.simulated')}
          </p>
        </section>
        {shown === 'result' ? (
          <Result called={called} error={error} month={entry.usage.units} head={head} />
        ) : (
          <PastCalls
            entry={entry}
            head={head}
            onUse={(value) => {
              onInput(JSON.stringify(value, null, 2));
              setShown('result');
            }}
          />
        )}
      </div>
    </>
  );
};
