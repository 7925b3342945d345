import { nextColorAmong } from '@tessera/fields';
import {
  Button,
  cx,
  type Field,
  type Id,
  hueStyle,
  LinkButton,
  newId,
  type Table,
  toast,
  useErrorText,
  useFormats,
  type User,
  useTexts,
  type ViewConfig,
  writesText,
} from '@tessera/kit';
import { IconAlertCircle, IconCheck } from '@tessera/kit/icons';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Value } from '../data/cut-text.ts';
import type { CellEdit } from '../data/edits.ts';
import { isEmpty } from '../data/values.ts';
import { CellContent } from '../grid/view/cell.tsx';
import { FieldValue } from '../record/field-value.tsx';
import type { Work } from '../workbench/use-workbench.ts';
import classes from './form.module.css';
import { holdsFiles, onSaveOf, pagesOf, prefillOf, type Question, questionsOf, textOf } from './model.ts';
import { ruledQuestions } from './ruled.ts';
import type { Subject } from './subject.ts';
import { type Fill, useFill } from './use-fill.ts';

/** What a form that is being built draws in the places of its own words, and around its questions. */
export type Drawn = {
  readonly heading: ReactNode;
  readonly renderQuestion: (question: Question, drawn: ReactNode) => ReactNode;
};

type FillProps = {
  readonly table: Table;
  readonly of: Subject;
  readonly config: ViewConfig;
  readonly work: Work;
  readonly users: readonly User[];
  readonly phone: boolean;
  readonly built?: Drawn;
};

/** The band above the title; a slim one is there for its colour alone. */
const Cover = ({ config, slim = false }: { config: ViewConfig; slim?: boolean | undefined }) => {
  const colour = config['header_color'];
  const coloured = typeof colour === 'string';
  return slim && !coloured ? null : (
    <div
      className={classes['cover']}
      style={coloured ? hueStyle(colour) : undefined}
      data-coloured={coloured || undefined}
      data-slim={slim || undefined}
    />
  );
};

const editOf = ({ errors, texts, answers }: Fill, id: Id): CellEdit | undefined => {
  const refusal = errors[id];
  const text = texts[id];
  if (refusal === undefined) return undefined;
  return {
    value: answers[id] ?? null,
    state: 'refused',
    since: 0,
    change: 0,
    refusal,
    ...(text === undefined ? {} : { text }),
  };
};

/** What questions are answered with. */
const answered = ':is([data-value], [data-toggle] input, [data-toggle] button, textarea, input)';
/** In ms: windows and panels have their focus by then. */
const settlesIn = 60;

/** Focuses what a question is answered with. */
const focusOn = (root: HTMLElement | null, id: Id): void =>
  root?.querySelector<HTMLElement>(`[data-question="${id}"] ${answered}`)?.focus();

/** A form as people fill it in: they make a record of it, or change the one that it is of. */
export const FillIn = ({ table, of, config, work, users, phone, built }: FillProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const errorText = useErrorText('building');
  const changes = of.record !== undefined || of.changes === true;
  const fixed = changes && (!table.rights.canEditRecords || table.rights.isReadOnly);
  const questions = useMemo(() => {
    const asked = questionsOf(table, config, changes);
    return fixed ? asked.map((one) => ({ ...one, fixed, required: false })) : asked;
  }, [table, config, changes, fixed]);
  const [search] = useSearchParams();
  const root = useRef<HTMLDivElement>(null);
  // A block of a page says its title itself, above the form.
  const title = textOf(config, 'title') || of.name;
  const way = onSaveOf(config, changes);
  const said = textOf(config, 'success_message') || t(changes ? 'form.changed' : 'form.saved');
  const again = useRef((_takesFocus: boolean) => undefined as void);
  const fill = useFill({
    table,
    of,
    questions,
    habits: work.habits,
    prefill: built === undefined && !changes ? prefillOf(questions, search) : {},
    addOptions: work.bench.addOptions,
    trial: built !== undefined,
    onMade: (commit) => {
      if (way === 'show_form_success_page') return;
      toast({ message: said, ...(commit === undefined ? {} : { undo: () => work.bench.undoId(commit) }) });
      if (way === 'keep_open' || of.onClose === undefined) return again.current(!changes);
      if (changes) again.current(false);
      of.onClose();
    },
  });
  const ruled = built === undefined ? ruledQuestions(table, questions, fill.answers) : questions;
  const pages = built === undefined ? pagesOf(ruled) : [{ title: '', questions: ruled }];
  const [turned, setTurned] = useState(0);
  const at = Math.min(turned, pages.length - 1);
  const here = pages[at] ?? { title: '', questions: [] };
  const isLast = at === pages.length - 1;
  const turn = (to: number): void => {
    setTurned(to);
    root.current?.querySelector('[data-scroll]')?.scrollTo({ top: 0 });
    const first = pages[to]?.questions.find(({ hidden, out }) => !hidden && out !== true)?.field.id;
    if (first !== undefined) requestAnimationFrame(() => focusOn(root.current, first));
  };
  const restart = (takesFocus = true): void => {
    setTurned(0);
    fill.again();
    if (!takesFocus) return;
    root.current?.querySelector('[data-scroll]')?.scrollTo({ top: 0 });
    const first = questions.find(({ hidden }) => !hidden)?.field.id;
    if (first !== undefined) requestAnimationFrame(() => focusOn(root.current, first));
  };
  again.current = restart;
  const submit = async (): Promise<void> => {
    if (changes && !isChanged) return;
    if (!isLast && !changes) {
      const missed = fill.check(new Set(here.questions.map(({ field }) => field.id)));
      if (missed === null) turn(at + 1);
      else focusOn(root.current, missed);
      return;
    }
    const wrong = await fill.send();
    if (wrong === null) return;
    // It may stand on an earlier page.
    const page = pages.findIndex(({ questions: asked }) => asked.some(({ field }) => field.id === wrong));
    if (page >= 0) setTurned(page);
    requestAnimationFrame(() => focusOn(root.current, wrong));
  };
  // What a press leaves tells what it lacks once the press is over: nothing moves under the pointer.
  const pressed = useRef<Question[] | null>(null);
  const leave = (question: Question): void => {
    if (pressed.current === null) fill.leave(question);
    else pressed.current.push(question);
  };
  const press = (): void => {
    if (pressed.current !== null) return;
    pressed.current = [];
    const end = (): void => {
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      setTimeout(() => {
        const left = pressed.current ?? [];
        pressed.current = null;
        for (const question of left) leaving.current(question);
      });
    };
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };
  const leaving = useRef(fill.leave);
  leaving.current = fill.leave;
  const newOption = (field: Field, text: string): string => {
    const option = {
      id: newId(),
      label: text,
      color: nextColorAmong(field.props.options ?? [], table.fields, field.id),
    };
    fill.addOption(field, option);
    return option.id;
  };
  const { onUnsaved } = of;
  const { isChanged, forget } = fill;
  const forgets = useRef(forget);
  forgets.current = forget;
  useEffect(() => {
    onUnsaved?.(isChanged ? () => forgets.current() : null);
  }, [onUnsaved, isChanged]);
  useEffect(() => () => onUnsaved?.(null), [onUnsaved]);
  const { takesFocus = false } = of;
  useEffect(() => {
    if (!takesFocus) return undefined;
    // What it stands in takes the focus as it opens, and gives it on.
    const timer = setTimeout(() => root.current?.querySelector<HTMLElement>(answered)?.focus(), settlesIn);
    return () => clearTimeout(timer);
  }, [takesFocus]);
  const latest = useRef(submit);
  latest.current = submit;
  /** Sends it once what is open has handed over its value. */
  const finish = (): void => {
    if (document.activeElement instanceof HTMLElement && writesText(document.activeElement))
      document.activeElement.blur();
    setTimeout(() => void latest.current());
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || (!event.ctrlKey && !event.metaKey) || event.nativeEvent.isComposing) return;
    // A closed field would open by it. What is open hands over its value first.
    if (event.target instanceof HTMLButtonElement) event.preventDefault();
    setTimeout(finish);
  };

  if (fill.phase === 'done' && way === 'show_form_success_page')
    return (
      <div className={cx(classes['root'], phone && classes['phone'], of.bare && classes['bare'])}>
        <div className={classes['scroll']}>
          <Done
            table={table}
            of={of}
            config={config}
            questions={ruled}
            fill={fill}
            work={work}
            users={users}
            onAgain={() => restart()}
          >
            {said}
          </Done>
        </div>
      </div>
    );
  const kept = fill.isKept ? (
    t('form.kept')
  ) : fill.from === null ? null : (
    <>
      {t('form.draftFrom', { day: formats.date(fill.from) })}
      <button type="button" className={classes['link']} onClick={() => restart()}>
        {t('form.startOver')}
      </button>
    </>
  );
  const wrong = here.questions.filter(({ field, out }) => out !== true && fill.errors[field.id] !== undefined);
  const unanswered = wrong.every(({ field }) => fill.errors[field.id]?.code === 'form.required');
  const [first] = wrong;
  return (
    <div
      ref={root}
      className={cx(classes['root'], phone && classes['phone'], of.bare && classes['bare'])}
      onKeyDownCapture={keys}
      onPointerDownCapture={press}
      data-fields
      role="form"
      aria-label={title || table.label}
    >
      <div className={classes['scroll']} data-scroll>
        <div className={classes['card']}>
          {(built !== undefined || title !== '' || of.bare) && <Cover config={config} slim={of.bare || of.slim} />}
          <div className={classes['body']}>
            {built ? (
              built.heading
            ) : (
              <>
                {title !== '' && of.bare !== true && <h2 className={classes['title']}>{title}</h2>}
                {textOf(config, 'description') !== '' && (
                  <p className={classes['description']}>{textOf(config, 'description')}</p>
                )}
                {of.bare !== true && (
                  <p className={classes['kept']} role="status">
                    {kept}
                  </p>
                )}
              </>
            )}
            {pages.length > 1 && <Progress at={at} count={pages.length} title={here.title} />}
            <div className={classes['questions']}>
              {here.questions.map((question) => {
                if ((question.hidden || question.out === true) && !built) return null;
                const drawn = (
                  <Ask
                    key={`${fill.recordId} ${question.field.id}`}
                    question={question}
                    fill={fill}
                    work={work}
                    users={users}
                    onLeave={leave}
                    {...(changes && { onDiscard: fill.discard, onUseMine: fill.useMine })}
                    {...(table.rights.canManageFieldsAndConfig && !built ? { onNewOption: newOption } : {})}
                  />
                );
                return built ? built.renderQuestion(question, drawn) : drawn;
              })}
            </div>
          </div>
        </div>
      </div>
      <div className={classes['bar']}>
        <div className={classes['barIn']}>
          <div className={classes['why']} role="alert">
            {first !== undefined ? (
              <>
                <IconAlertCircle aria-hidden="true" />
                <span>
                  {t(unanswered ? 'form.unanswered' : 'form.wrong', { count: wrong.length })}{' '}
                  <button
                    type="button"
                    className={classes['link']}
                    onClick={() => focusOn(root.current, first.field.id)}
                  >
                    {first.label}
                  </button>
                </span>
              </>
            ) : (
              fill.failure !== null && (
                <>
                  <IconAlertCircle aria-hidden="true" />
                  <span>{t(changes ? 'form.notSaved' : 'form.notSent', { reason: errorText(fill.failure) })}</span>
                </>
              )
            )}
            {of.bare && first === undefined && fill.failure === null && (
              <span className={classes['calm']}>{changes && !isChanged ? !fixed && t('form.noChanges') : kept}</span>
            )}
          </div>
          {at > 0 && <Button onClick={() => turn(at - 1)}>{t('form.back')}</Button>}
          {changes && !isLast && <Button onClick={() => turn(at + 1)}>{t('form.next')}</Button>}
          {!fixed && (
            <Button
              variant="primary"
              {...(phone ? { size: 'touch' as const, block: true } : {})}
              aria-keyshortcuts="Control+Enter"
              data-last
              disabled={built !== undefined || (changes && !isChanged)}
              working={fill.phase === 'sending' && t(changes ? 'form.saving' : 'form.sending')}
              // The focus stays until the press is over: what comes and goes with a phone's keyboard would move the button.
              onMouseDown={(event) => event.preventDefault()}
              onClick={finish}
            >
              {isLast || changes
                ? textOf(config, 'submit_label') || t(changes ? 'form.save' : 'form.send')
                : t('form.next')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
};

/** Pages of which each has a piece of its own in the line; more are one bar. */
const mostPieces = 6;

/** On which page one is, and what it is called. */
const Progress = ({ at, count, title }: { at: number; count: number; title: string }) => {
  const t = useTexts('building');
  const pieces = count <= mostPieces ? count : 1;
  return (
    <div className={classes['progress']}>
      <span className={classes['pieces']} aria-hidden="true">
        {Array.from({ length: pieces }, (_, piece) => (
          <span key={piece} style={{ width: pieces === 1 ? 96 : 46 }}>
            <span style={{ width: pieces === 1 ? `${((at + 1) / count) * 100}%` : piece <= at ? '100%' : '0%' }} />
          </span>
        ))}
      </span>
      <span className="t-caption" role="status">
        {t('form.page', { at: at + 1, count })}
      </span>
      {title !== '' && <h3 className={classes['pageTitle']}>{title}</h3>}
    </div>
  );
};

/** One question: what it is called, what answers it, and what is said of it or why it is wrong. */
const Ask = ({
  question,
  fill,
  work,
  users,
  onLeave,
  onNewOption,
  onDiscard,
  onUseMine,
}: {
  question: Question;
  fill: Fill;
  work: Work;
  users: readonly User[];
  onLeave: (question: Question) => void;
  onNewOption?: (field: Field, label: string) => string;
  /** What was answered and refused is given up, or meant whatever others wrote. */
  onDiscard?: (field: Field) => void;
  onUseMine?: (field: Field) => void;
}) => {
  const t = useTexts('building');
  const { field, label, help, required } = question;
  const named = useMemo(
    () => ({ ...field, name: required ? t('form.isRequired', { label }) : label }),
    [field, label, required, t],
  );
  const helpId = `${field.id}-help`;
  const wrong = fill.errors[field.id] !== undefined;
  return (
    <div data-question={field.id} className={classes['question']} data-hidden={question.hidden || undefined}>
      <span className={classes['label']} aria-hidden="true">
        {label}
        {required && <span className={classes['required']}> *</span>}
      </span>
      <FieldValue
        field={named}
        inForm
        describedBy={help === '' ? undefined : helpId}
        value={fill.answers[field.id] as Value}
        habits={work.habits}
        users={users}
        {...(holdsFiles(field) ? { record: fill.recordId } : {})}
        readOnly={question.fixed === true}
        edit={editOf(fill, field.id)}
        onChange={(value) => fill.enter(field, { value })}
        onResult={(result) => fill.enter(field, result)}
        // What the editor hands over follows at once.
        onFocusChange={(editing) => !editing && queueMicrotask(() => onLeave(question))}
        {...(onNewOption ? { onNewOption } : {})}
        {...(onDiscard ? { onDiscard: () => onDiscard(field) } : {})}
        {...(onUseMine ? { onUseMine: () => onUseMine(field) } : {})}
      />
      {help !== '' && !wrong && (
        <p id={helpId} className={classes['help']}>
          {help}
        </p>
      )}
    </div>
  );
};

/** The form was sent: what it says then, and what was answered. */
const Done = ({
  table,
  of,
  config,
  questions,
  fill,
  work,
  users,
  onAgain,
  children,
}: {
  table: Table;
  of: Subject;
  config: ViewConfig;
  questions: readonly Question[];
  fill: Fill;
  work: Work;
  users: readonly User[];
  onAgain: () => void;
  children: ReactNode;
}) => {
  const t = useTexts('building');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const byId = useMemo(() => new Map(users.map((user) => [user.id, user])), [users]);
  const context = useMemo(
    () => ({ show: work.habits.show, user: (id: string) => byId.get(id), relative: () => '', inset: 0 }),
    [work.habits, byId],
  );
  return (
    <div className={classes['card']}>
      <Cover config={config} slim={of.bare || of.slim} />
      <div className={classes['body']}>
        <span className={classes['tick']}>
          <IconCheck aria-hidden="true" />
        </span>
        <h2 ref={title} tabIndex={-1} className={classes['title']}>
          {t(of.record === undefined ? 'form.done' : 'form.savedTitle')}
        </h2>
        <p className={classes['said']}>{children}</p>
        <dl className={classes['answers']}>
          {questions
            .filter(({ field, hidden, out }) => !hidden && out !== true && !isEmpty(fill.answers[field.id]))
            .map(({ field, label }) => (
              <div key={field.id}>
                <dt>{label}</dt>
                <dd className={classes['answer']}>
                  <CellContent
                    field={field}
                    value={fill.answers[field.id] as Value}
                    width={4000}
                    height={96}
                    context={context}
                    openLabel=""
                  />
                </dd>
              </div>
            ))}
        </dl>
        <div className={classes['after']}>
          <Button variant="primary" onClick={onAgain}>
            {t(of.record === undefined ? 'form.again' : 'form.changeAgain')}
          </Button>
          {of.record === undefined && (
            <LinkButton to={`/object/${table.id}/record/${fill.recordId}`}>{t('form.openRecord')}</LinkButton>
          )}
        </div>
      </div>
    </div>
  );
};
