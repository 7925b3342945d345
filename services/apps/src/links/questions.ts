import { fieldType, isWritten, readContextFor, readProps, type FieldType, type ReadContext } from '@tessera/fields';
import { isChoice, isDated, isList, isMoment, isNumber, isText, kinds, type Cell } from '@tessera/kernel';
import { valueToCell } from '@tessera/proto/cells';
import type { Field } from '@tessera/proto/tables/v1/events';

/** A question of a form as its view has it. */
export type Asked = {
  readonly fieldId: string;
  readonly hidden?: boolean;
  readonly label?: string;
  readonly help?: string;
  readonly page?: string;
  readonly default?: unknown;
  readonly required?: boolean;
};
/** What a stranger answers with: a line, lines, a number, a day, a moment, a tick, one option or several. */
type Input = 'line' | 'lines' | 'number' | 'day' | 'moment' | 'tick' | 'option' | 'options';
/** A question as a stranger is asked it. */
type Question = {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly input: Input;
  /** What a line holds: it says which keyboard a phone shows. */
  readonly shape: string | null;
  readonly options: readonly { readonly id: string; readonly label: string; readonly color: string }[];
  readonly value: unknown;
  /** The title of the page that begins with it; null where it goes on. */
  readonly page: string | null;
};
/** Why an answer was not taken. */
export type Fault = 'required' | 'invalid' | 'taken';

export const typeOf = (field: Pick<Field, 'type' | 'propsJson' | 'props' | 'propsVersion'>): FieldType | undefined => {
  const type = fieldType(field.type);
  return type?.of?.(readProps(field.type, field)) ?? type;
};
export const propsOf = (field: Field) => readProps(field.type, field);

/** Whether cells hold what stands for itself: no person, file or record of another table, and nothing of parts. */
const isPlain = ({ storage }: FieldType): boolean =>
  isText(storage) || isNumber(storage) || isDated(storage) || isChoice(storage) || kinds[storage].holds === 'tick';

/**
 * Whether strangers may be shown the values of a field: those that name people, records of other tables or files would
 * let them look further than the link goes.
 */
export const isShowable = (field: Field): boolean => {
  // What a computed field comes to may be of another type than the field.
  const [own, type] = [fieldType(field.type), typeOf(field)];
  return (
    own !== undefined &&
    type !== undefined &&
    own.derived !== 'ofLinks' &&
    [own, type].every((one) => one.apart === undefined && one.links === undefined && isPlain(one))
  );
};

/** What a stranger answers a field with; undefined where it is not asked of strangers. */
export const inputOf = (field: Field): Input | undefined => {
  const type = typeOf(field);
  if (type === undefined || !isShowable(field) || !isWritten(type) || type.unwritten !== undefined) return undefined;
  const { storage } = type;
  // Free labels are a list that nobody wrote down.
  if (isList(storage)) return propsOf(field).options === undefined ? undefined : 'options';
  if (isChoice(storage)) return 'option';
  if (isMoment(storage)) return 'moment';
  if (isDated(storage)) return 'day';
  if (isText(storage)) return type.anyText === 'lines' ? 'lines' : 'line';
  // Times and durations are written as texts.
  if (isNumber(storage)) return type.conversions?.group === 'number' ? 'number' : 'line';
  return 'tick';
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const beginning = (field: Field, asked: Asked): unknown => {
  if (!isEmpty(asked.default)) return asked.default;
  if (field.defaultValue === undefined) return null;
  const cell = valueToCell(field.defaultValue);
  return cell === null ? null : (typeOf(field)?.toJson(cell, propsOf(field)) ?? null);
};

/** The questions of a form that strangers are asked, and the fields that it answers for them. */
export const questionsOf = (
  asked: readonly Asked[],
  fields: readonly Field[],
  shared: readonly string[],
): { readonly shown: readonly Question[]; readonly answered: ReadonlyMap<string, unknown> } => {
  const known = new Map(fields.map((field) => [field.id, field]));
  const open = new Set(shared);
  const shown: Question[] = [];
  const answered = new Map<string, unknown>();
  // A page begins with the next question that is shown, where its first one is not.
  let begins: string | null = null;
  for (const one of asked) {
    if (one.page !== undefined) begins = one.page;
    const field = open.has(one.fieldId) ? known.get(one.fieldId) : undefined;
    const input = field === undefined ? undefined : inputOf(field);
    if (field === undefined || input === undefined) continue;
    if (one.hidden === true) {
      if (!isEmpty(one.default)) answered.set(field.id, one.default);
      continue;
    }
    const type = typeOf(field)!;
    const options = input === 'option' || input === 'options' ? (propsOf(field).options ?? []) : [];
    shown.push({
      id: field.id,
      label: one.label ?? field.name,
      help: one.help ?? '',
      required: (field.required && input !== 'tick') || one.required === true,
      input,
      shape: input === 'line' ? (type.shape ?? null) : null,
      options: options.map(({ id, label, color }) => ({ id, label, color })),
      value: beginning(field, one),
      page: begins,
    });
    begins = null;
  }
  return { shown, answered };
};

/** The questions with what was answered, as they are filled in again. */
export const withAnswers = (
  questions: readonly Question[],
  fields: readonly Field[],
  answers: ReadonlyMap<string, Cell | null>,
): readonly Question[] => {
  const known = new Map(fields.map((field) => [field.id, field]));
  return questions.map((question) => {
    const field = known.get(question.id)!;
    const cell = answers.get(field.id) ?? null;
    const [type, props] = [typeOf(field)!, propsOf(field)];
    if (cell === null) return { ...question, value: null };
    const written = question.input === 'line' && !isText(type.storage);
    return {
      ...question,
      value: written ? type.toText(cell, props, { locale: 'en', timezone: 'UTC' }) : type.toJson(cell, props),
    };
  });
};

/** The e-mail address that was given first; undefined where none was. */
export const addressIn = (questions: readonly Question[], answers: Readonly<Record<string, unknown>>) =>
  questions
    .filter(({ shape }) => shape === 'email')
    .map(({ id }) => (Object.hasOwn(answers, id) ? answers[id] : undefined))
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')
    ?.trim();

const neutral: ReadContext = readContextFor('en', 'UTC');

/** An answer as a cell. Throws where it is none of the field's. */
const cellOf = (field: Field, input: Input, value: unknown): Cell | null => {
  const type = typeOf(field)!;
  const props = propsOf(field);
  if (isEmpty(value)) return null;
  if (input === 'line' && typeof value === 'string' && !isText(type.storage))
    return type.fromText(value, props, neutral);
  return type.fromJson(isList(type.storage) && !Array.isArray(value) ? [value] : value, props, neutral);
};

export type Judged = {
  readonly cells: ReadonlyMap<Field, Cell | null>;
  readonly faults: Readonly<Record<string, Fault>>;
};

/**
 * Answers as cells of the new record, and what is wrong with them. An answer to what is not asked is no answer: whoever
 * sends it learns nothing of the field.
 */
export const judged = (
  { shown, answered }: ReturnType<typeof questionsOf>,
  fields: readonly Field[],
  answers: Readonly<Record<string, unknown>>,
): Judged => {
  const known = new Map(fields.map((field) => [field.id, field]));
  const cells = new Map<Field, Cell | null>();
  const faults: Record<string, Fault> = {};
  for (const { id, input, required } of shown) {
    const field = known.get(id)!;
    const given = Object.hasOwn(answers, id) ? answers[id] : null;
    const value = input === 'tick' ? given === true : given;
    if (required && (input === 'tick' ? value !== true : isEmpty(value))) {
      faults[id] = 'required';
      continue;
    }
    try {
      cells.set(field, cellOf(field, input, value));
    } catch {
      faults[id] = 'invalid';
    }
  }
  for (const [id, value] of answered) {
    const field = known.get(id)!;
    try {
      cells.set(field, cellOf(field, inputOf(field)!, value));
    } catch {
      // Nobody who answers could mend what the form itself says; the record is made without it.
    }
  }
  return { cells, faults };
};
