import { typeOfField } from '@tessera/fields';
import {
  apiError,
  type Field,
  type Id,
  isApiError,
  newId,
  type SelectOption,
  type Table,
  useSession,
} from '@tessera/kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { EditorResult } from '../data/entered.ts';
import type { Refusal } from '../data/edits.ts';
import { failureOf } from '../data/failure.ts';
import { type Habits, isEmpty, readText, sameValue } from '../data/values.ts';
import { uploaded } from '../field-types/parts/files/uploads.ts';
import { tableApi } from '../table/table.resource.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { openDraft } from './draft.ts';
import { type Answers, changedOf, firstAnswers, holdsFiles, isMissing, type Question, sentOf } from './model.ts';
import { ruledQuestions } from './ruled.ts';
import type { Subject } from './subject.ts';

/** In ms after a change until it is kept. */
const pause = 400;
const needed: Refusal = { code: 'form.required', message: '' };

type Texts = Readonly<Record<Id, string>>;
type Filling = {
  /** The id that the record has, or will have: one that is sent twice is made once. */
  readonly recordId: Id;
  /** Of a record that is there: what is to become of it. */
  readonly answers: Answers;
  /** What was typed and is no value of its field. */
  readonly texts: Texts;
  readonly errors: Readonly<Record<Id, Refusal>>;
  /** Why it was not sent, where that is of no field. */
  readonly failure: unknown;
  readonly phase: 'filling' | 'sending' | 'done';
  /** When the draft was left that it began with. */
  readonly from: number | null;
  /** What was changed is kept in this browser. */
  readonly isKept: boolean;
};

const without = <T>(all: Readonly<Record<Id, T>>, id: Id): Readonly<Record<Id, T>> => {
  const { [id]: _gone, ...rest } = all;
  return rest;
};

/** Texts as answers, and those that are none with the reason. */
const readAll = (
  fields: ReadonlyMap<Id, Field>,
  given: Texts,
  habits: Habits,
): Pick<Filling, 'answers' | 'texts' | 'errors'> => {
  const answers: Record<Id, unknown> = {};
  const texts: Record<Id, string> = {};
  const errors: Record<Id, Refusal> = {};
  for (const [id, text] of Object.entries(given)) {
    const field = fields.get(id);
    const read = field && readText(field, text, habits.read);
    if (read?.ok) answers[id] = read.value;
    else if (read) {
      texts[id] = text;
      errors[id] = read;
    }
  }
  return { answers, texts, errors };
};

const fieldsOf = (questions: readonly Question[]): ReadonlyMap<Id, Field> =>
  new Map(questions.map(({ field }) => [field.id, field]));

const fresh = (
  questions: readonly Question[],
  prefill: Texts,
  habits: Habits,
  { record, given: begins }: Subject,
): Filling => {
  if (record !== undefined) return { ...begun(), recordId: record.id };
  const given = readAll(fieldsOf(questions), prefill, habits);
  // Nobody could mend what is not shown.
  const shown = new Set(questions.filter(({ hidden }) => !hidden).map(({ field }) => field.id));
  const seen = <T>(all: Readonly<Record<Id, T>>): Readonly<Record<Id, T>> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => shown.has(id)));
  return {
    ...begun(),
    answers: { ...firstAnswers(questions), ...begins, ...given.answers },
    texts: seen(given.texts),
    errors: seen(given.errors),
  };
};

const begun = (): Filling => ({
  recordId: newId(),
  answers: {},
  texts: {},
  errors: {},
  failure: null,
  phase: 'filling',
  from: null,
  isKept: false,
});

export type FillOptions = {
  readonly table: Table;
  readonly of: Subject;
  readonly questions: readonly Question[];
  readonly habits: Habits;
  /** By field: what the address says. */
  readonly prefill: Texts;
  /** Adds options to a field, as a part of an action; answers whether they were added. */
  readonly addOptions: Workbench['addOptions'];
  /** Nothing of it is kept or sent. */
  readonly trial: boolean;
  /** The record is there, or changed; `commit` takes that back. */
  readonly onMade: (commit: string | undefined) => void;
};

/** The answers of one person to a form, from the first to the record that is made of them. */
export const useFill = ({ table, of, questions, habits, prefill, addOptions, trial, onMade }: FillOptions) => {
  const { user, organization } = useSession();
  const draft = useMemo(
    () => openDraft(`${organization.id}.${user.id}`, of.id, () => localStorage),
    [organization.id, user.id, of.id],
  );
  const [state, setState] = useState((): Filling => {
    const first = fresh(questions, prefill, habits, of);
    const left = trial ? null : draft.read();
    if (left === null || (left.prefill ?? '{}') !== JSON.stringify(prefill)) return first;
    const fields = fieldsOf(questions.filter(({ field, hidden }) => !hidden && !holdsFiles(field)));
    const read = readAll(fields, left.texts, habits);
    const own = Object.fromEntries(Object.entries(left.answers).filter(([id]) => fields.has(id)));
    if (Object.keys(own).length + Object.keys(left.texts).length === 0) return first;
    const concealed = Object.entries(first.answers).filter(([id]) => !fields.has(id));
    return {
      ...first,
      ...(left.sent && of.record === undefined && { recordId: left.recordId }),
      ...read,
      answers: { ...Object.fromEntries(concealed), ...own, ...read.answers },
      from: left.at,
    };
  });
  // It was sent and no answer came: the record may be there, and what is sent next is meant for it.
  const unsure = useRef(!trial && of.record === undefined && draft.read()?.recordId === state.recordId);
  // What is asked at once after an editor handed over its value has that value.
  const latest = useRef(state);
  const set = useCallback((change: Partial<Filling>): void => {
    latest.current = { ...latest.current, ...change };
    setState(latest.current);
  }, []);

  const subject = useRef(of);
  subject.current = of;
  /** What the record would be, or is without what was answered here. */
  const whole = (): Answers => withAnswers(subject.current, latest.current.answers);
  /** The version of the record that was seen as the first answer was given: others may write meanwhile. */
  const seen = useRef<number | null>(null);
  const isTouched = (): boolean =>
    Object.keys(latest.current.answers).length + Object.keys(latest.current.texts).length > 0;

  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const asked = useRef(questions);
  asked.current = questions;
  /** The questions as the rules of the table have them now. */
  const ruled = (): readonly Question[] => ruledQuestions(table, asked.current, whole());
  const given = useRef(prefill);
  const keepNow = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { recordId, answers, texts } = latest.current;
    const own = Object.fromEntries(
      asked.current.flatMap(({ field, hidden }) =>
        hidden || holdsFiles(field) || (subject.current.record ? !(field.id in answers) : isEmpty(answers[field.id]))
          ? []
          : [[field.id, answers[field.id]] as const],
      ),
    );
    if (Object.keys(own).length + Object.keys(texts).length === 0) draft.forget();
    else
      set({
        isKept: draft.write({
          recordId,
          at: Date.now(),
          answers: own,
          texts,
          prefill: JSON.stringify(given.current),
          ...(unsure.current && { sent: true as const }),
        }),
      });
  }, [draft, set]);
  const keep = useCallback((): void => {
    if (timer.current !== undefined) keepNow();
  }, [keepNow]);
  const keepSoon = (): void => {
    if (trial) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, pause);
  };
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);
  const forget = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    draft.forget();
  };

  const enter = (field: Field, result: EditorResult): void => {
    if (!isTouched()) seen.current = subject.current.record?.version ?? null;
    const { answers, texts, errors } = latest.current;
    const read = 'text' in result ? readText(field, result.text, habits.read) : undefined;
    if (read !== undefined && !read.ok && 'text' in result)
      set({
        texts: { ...texts, [field.id]: result.text },
        errors: { ...errors, [field.id]: read },
        answers: without(answers, field.id),
      });
    else
      set({
        texts: without(texts, field.id),
        errors: without(errors, field.id),
        answers: { ...answers, [field.id]: read?.ok ? read.value : 'value' in result ? (result.value ?? null) : null },
      });
    keepSoon();
  };

  /** Options that are being added; the record is a part of the same action. */
  const adding = useRef<{ readonly operation: Id; readonly done: Promise<unknown> } | null>(null);
  const addOption = (field: Field, option: SelectOption): void => {
    const { operation, done } = adding.current ?? { operation: newId(), done: Promise.resolve() };
    adding.current = { operation, done: done.then(() => addOptions(field.id, [option], operation)) };
  };

  const missing = ({ field }: Question): boolean => {
    const question = ruled().find((one) => one.field.id === field.id);
    return (
      question !== undefined && latest.current.texts[field.id] === undefined && isMissing(question, whole()[field.id])
    );
  };
  /** The field was left: what it needs is told now. */
  const leave = (question: Question): void => {
    const { errors } = latest.current;
    if (missing(question) && errors[question.field.id] === undefined)
      set({ errors: { ...errors, [question.field.id]: needed } });
  };

  /** Checks some of the questions; answers the first field that is not right. */
  const check = (ids: ReadonlySet<Id>): Id | null => {
    const errors: Record<Id, Refusal> = { ...latest.current.errors };
    const own = ruled().filter(({ field, out }) => ids.has(field.id) && out !== true);
    for (const question of own) if (missing(question)) errors[question.field.id] = needed;
    set({ errors });
    return own.find(({ field }) => errors[field.id] !== undefined)?.field.id ?? null;
  };

  /** Answers the first field that is not right; null where none is wrong. */
  const send = async (): Promise<Id | null> => {
    if (trial || latest.current.phase !== 'filling') return null;
    const errors: Record<Id, Refusal> = {};
    for (const question of ruled()) {
      if (question.out === true) continue;
      const { id } = question.field;
      const before = latest.current.errors[id];
      // What the server refused is asked of it again; what is no value, or none, is wrong still.
      if (latest.current.texts[id] !== undefined && before !== undefined) errors[id] = before;
      else if (missing(question)) errors[id] = needed;
    }
    set({ errors, failure: null });
    const first = asked.current.find(({ field }) => errors[field.id] !== undefined);
    if (first !== undefined) return first.field.id;
    set({ phase: 'sending' });
    const { recordId } = latest.current;
    await uploaded(
      asked.current.filter(({ field }) => holdsFiles(field)).map(({ field }) => `${recordId} ${field.id}`),
    );
    await adding.current?.done;
    const operation = adding.current === null ? {} : { operation: adding.current.operation };
    const { record, given: begins, viewId } = subject.current;
    const fields =
      record === undefined
        ? { ...begins, ...sentOf(ruled(), latest.current.answers) }
        : changedOf(
            ruled(),
            ruledQuestions(table, asked.current, valuesOf(record)),
            latest.current.answers,
            valuesOf(record),
          );
    const write = { id: recordId, fields };
    const before = unsure.current;
    unsure.current = record === undefined;
    keepNow();
    const made = async (commit?: string): Promise<null> => {
      unsure.current = false;
      await subject.current.onSaved?.();
      forget();
      // Of a record the next answers begin with what it is now.
      set({ phase: 'done', ...(record !== undefined && { answers: {}, texts: {}, from: null, isKept: false }) });
      onMade(commit);
      return null;
    };
    try {
      if (record !== undefined) {
        if (Object.keys(fields).length === 0) return await made();
        const { commit } = await tableApi.save(table.id, {
          updates: [{ ...write, ...insteadOf(asked.current, fields, record), version: seen.current ?? record.version }],
          ...operation,
        });
        return await made(commit);
      }
      const { commit } = await tableApi
        .save(table.id, { creates: [write], ...(viewId !== undefined && { form: viewId }), ...operation })
        .catch((error: unknown) => {
          const [cell] = isApiError(error) ? failuresOf(error, recordId) : [];
          if (!before || cell?.refusal.code !== 'records.exists') throw error;
          // What was changed since it was sent follows.
          return tableApi.save(table.id, { updates: [write] });
        });
      return await made(commit);
    } catch (error) {
      // What others wrote meanwhile stands beside what was answered.
      if (record !== undefined) await subject.current.onSaved?.();
      // A refusal says that nothing was made of it; without an answer nobody knows.
      unsure.current = before || (record === undefined && failureOf(error, {}).kind === 'later');
      keepNow();
      const shown = new Set(asked.current.filter(({ hidden }) => !hidden).map(({ field }) => field.id));
      const all = failuresOf(error, recordId);
      const cells = all.filter(({ fieldId }) => fieldId !== null && shown.has(fieldId));
      const refused = Object.fromEntries(cells.map(({ fieldId, refusal }) => [fieldId ?? '', refusal] as const));
      set({
        phase: 'filling',
        errors: refused,
        failure: cells.length > 0 ? null : all[0] ? apiError({ status: 0, ...all[0].refusal }) : error,
      });
      return asked.current.find(({ field }) => refused[field.id] !== undefined)?.field.id ?? null;
    }
  };

  const again = (): void => {
    unsure.current = false;
    forget();
    adding.current = null;
    seen.current = null;
    set(fresh(asked.current, given.current, habits, subject.current));
  };

  /** What was answered is not meant any more: what the record has stays. */
  const discard = ({ id }: Field): void => {
    const { answers, texts, errors } = latest.current;
    set({ answers: without(answers, id), texts: without(texts, id), errors: without(errors, id) });
    keepSoon();
  };
  /** What was answered is meant, whatever others wrote meanwhile. */
  const useMine = ({ id }: Field): void => {
    seen.current = subject.current.record?.version ?? null;
    set({ errors: without(latest.current.errors, id) });
  };

  const answers = withAnswers(of, state.answers);
  const isChanged =
    of.record !== undefined &&
    (Object.keys(state.texts).length > 0 ||
      Object.entries(state.answers).some(([id, value]) => !sameValue(value, of.record?.fields[id])));
  return { ...state, answers, isChanged, enter, addOption, leave, check, send, again, discard, useMine, forget };
};

/** The values of a record that is there; long texts are whole where a form is shown. */
const valuesOf = (record: NonNullable<Subject['record']>): Answers => record.fields;
const withAnswers = ({ record }: Subject, answers: Answers): Answers =>
  record === undefined ? answers : { ...valuesOf(record), ...answers };

/** Of values that have parts, what changes of them: others may write the rest. */
const insteadOf = (questions: readonly Question[], fields: Answers, record: NonNullable<Subject['record']>) => {
  const parts = questions.flatMap(({ field }) => {
    if (!(field.id in fields)) return [];
    const part = typeOfField(field)?.amend?.between(record.fields[field.id], fields[field.id]);
    return part === undefined ? [] : [[field.id, part] as const];
  });
  return parts.length === 0 ? {} : { instead: Object.fromEntries(parts) };
};

const failuresOf = (error: unknown, recordId: Id) => {
  const failure = failureOf(error, { creates: [{ id: recordId }] });
  return failure.kind === 'refused' ? failure.cells : [];
};

export type Fill = ReturnType<typeof useFill>;
