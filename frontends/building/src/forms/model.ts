import { kinds, typeOfField } from '@tessera/fields';
import type { Field, Id, Table, ViewConfig } from '@tessera/kit';
import { isEmpty, isReadOnly, sameValue } from '../data/values.ts';
import { viewOf, viewOfField } from '../field-types/list.ts';

type Asked = NonNullable<ViewConfig['fields']>[number];
type Fields = Pick<Table, 'fields'>;

/** One field that a form asks for, as it stands there. */
export type Question = {
  readonly field: Field;
  readonly label: string;
  readonly help: string;
  /** By the table or by the form. */
  readonly required: boolean;
  /** The title of the page that begins with it. */
  readonly page?: string | undefined;
  /** It is not shown: its answer comes of its default or of the address alone. */
  readonly hidden: boolean;
  /** By a rule of the table, for the answers as they are: it is not shown, and its answer is not kept. */
  readonly out?: boolean;
  /** By a rule of the table: it is shown and not answered. */
  readonly fixed?: boolean;
  /** What the form says of it. */
  readonly asked: Asked;
};

/** What people fill in of a table: what the system sets and what is computed is not among it. */
export const askable = ({ fields }: Fields): readonly Field[] => fields.filter((field) => !isReadOnly(field));

/** What a form of records that are there may stand for as well: what is computed or set by the system is shown. */
export const showable = ({ fields }: Fields): readonly Field[] =>
  fields.filter(({ type }) => !viewOf(type).button && !viewOf(type).mark);

/**
 * What a form asks for, in its order. A field that is gone, or that people no longer write, is not asked; a form of
 * records that are there (`shows`) shows the latter.
 */
export const questionsOf = (table: Fields, config: ViewConfig, shows = false): readonly Question[] => {
  const byId = new Map((shows ? showable : askable)(table).map((field) => [field.id, field]));
  return (config.fields ?? []).flatMap((asked) => {
    const field = byId.get(asked.fieldId);
    byId.delete(asked.fieldId);
    if (field === undefined) return [];
    return [
      {
        field,
        asked,
        label: asked.label ?? field.name,
        help: asked.help ?? '',
        required: !isReadOnly(field) && (field.required || asked.required === true),
        ...(isReadOnly(field) && { fixed: true }),
        hidden: asked.hidden === true,
        page: asked.page,
      },
    ];
  });
};

/** A page of a form, with what is asked on it. */
export type FormPage = { readonly title: string; readonly questions: readonly Question[] };

/** The pages of a form; one on which nothing is shown is none. */
export const pagesOf = (questions: readonly Question[]): readonly FormPage[] => {
  const pages: { title: string; questions: Question[] }[] = [{ title: '', questions: [] }];
  for (const question of questions) {
    if (question.page !== undefined) pages.push({ title: question.page, questions: [] });
    pages.at(-1)!.questions.push(question);
  }
  const shown = pages.filter((page) => page.questions.some(({ hidden, out }) => !hidden && out !== true));
  return shown.length === 0 ? pages.slice(0, 1) : shown;
};

/** What people fill in of a table and the form does not ask for. */
export const unasked = (table: Fields, config: ViewConfig, shows = false): readonly Field[] => {
  const asked = new Set(questionsOf(table, config, shows).map(({ field }) => field.id));
  return (shows ? showable : askable)(table).filter(({ id }) => !asked.has(id));
};

/** Without these a record of the table is a draft, and the form does not ask for them. */
export const leavesDrafts = (table: Fields, config: ViewConfig): readonly Field[] =>
  [
    ...questionsOf(table, config).flatMap((one) => (one.hidden && isEmpty(defaultOf(one)) ? [one.field] : [])),
    ...unasked(table, config).filter((field) => isEmpty(field.default)),
  ].filter((field) => field.required);

/** The answer that a question begins with. */
const defaultOf = ({ field, asked }: Question): unknown => (isEmpty(asked.default) ? field.default : asked.default);

export type Answers = Readonly<Record<Id, unknown>>;

/** What a form begins with. */
export const firstAnswers = (questions: readonly Question[]): Answers =>
  Object.fromEntries(
    questions.flatMap((one) => (isEmpty(defaultOf(one)) ? [] : [[one.field.id, defaultOf(one)] as const])),
  );

/** What an address says that a field is answered with. */
export const prefillName = (fieldId: Id): string => `prefill_${fieldId}`;

/** Whether an address may say it: which records a link leads to and which files are there is not said by a text. */
export const takesPrefill = (field: Field): boolean => typeOfField(field)?.links === undefined && !holdsFiles(field);

/** By field: the texts of an address that are answers. */
export const prefillOf = (questions: readonly Question[], search: URLSearchParams): Readonly<Record<Id, string>> =>
  Object.fromEntries(
    questions.flatMap(({ field }) => {
      const text = takesPrefill(field) ? search.get(prefillName(field.id)) : null;
      return text === null || text.trim() === '' ? [] : [[field.id, text] as const];
    }),
  );

const isTick = (field: Field): boolean => viewOfField(field).entry.by === 'pressing';

/** Whether a question that needs an answer has none. A box that the form wants ticked is answered by its tick alone. */
export const isMissing = ({ field, required, hidden, out, fixed, asked }: Question, value: unknown): boolean =>
  required &&
  !hidden &&
  out !== true &&
  fixed !== true &&
  (isTick(field) ? asked.required === true && value !== true : isEmpty(value));

/** The values of the new record. A box that nobody touched is not ticked. */
export const sentOf = (questions: readonly Question[], answers: Answers): Readonly<Record<Id, unknown>> =>
  Object.fromEntries(
    questions.map(
      ({ field, out }) =>
        [field.id, out === true ? null : (answers[field.id] ?? (isTick(field) ? false : null))] as const,
    ),
  );

/**
 * What changes of a record: the answers that differ from what it has, and nothing for a field that these answers hide and
 * that was shown for those it had. What is kept or hidden by the form is left as it is.
 */
export const changedOf = (
  questions: readonly Question[],
  before: readonly Question[],
  own: Answers,
  record: Answers,
): Answers => {
  const wasOut = new Set(before.flatMap(({ field, out }) => (out === true ? [field.id] : [])));
  return Object.fromEntries(
    questions.flatMap(({ field: { id }, hidden, out, fixed }): (readonly [Id, unknown])[] => {
      if (hidden || fixed === true) return [];
      if (out === true) return wasOut.has(id) || isEmpty(record[id]) ? [] : [[id, null]];
      return !(id in own) || sameValue(own[id], record[id]) ? [] : [[id, own[id] ?? null]];
    }),
  );
};

/** Whether a value is one of files, which are kept for a record alone. */
export const holdsFiles = (field: Field): boolean => {
  const type = typeOfField(field);
  return type !== undefined && kinds[type.storage].holds === 'files';
};

const ways = ['show_form_success_page', 'keep_open', 'close_and_show_success_notification'] as const;
export type OnSave = (typeof ways)[number];
export const onSaves: readonly OnSave[] = ways;
/** Where a form says nothing: one that makes records says that it did, one that changes them stays. */
export const onSaveOf = (config: ViewConfig, changes = false): OnSave =>
  ways.find((way) => way === config['on_save']) ?? (changes ? 'keep_open' : 'show_form_success_page');

/** A text of the form's own; empty where it says none. */
export const textOf = (
  config: ViewConfig,
  part: 'title' | 'description' | 'submit_label' | 'success_message',
): string => (typeof config[part] === 'string' ? config[part] : '');

/** A part of the form said otherwise; left out where it is empty. */
export const withPart = (config: ViewConfig, part: string, value: string): ViewConfig => {
  const { [part]: _before, ...rest } = config;
  return value === '' ? rest : { ...rest, [part]: value };
};

const asking = (config: ViewConfig, change: (asked: readonly Asked[]) => readonly Asked[]): ViewConfig => ({
  ...config,
  fields: change(config.fields ?? []),
});

/** Asks for one more field, at the end. */
export const withQuestion = (config: ViewConfig, fieldId: Id): ViewConfig =>
  asking(config, (asked) => [...asked.filter((one) => one.fieldId !== fieldId), { fieldId }]);

export const withoutQuestion = (config: ViewConfig, fieldId: Id): ViewConfig =>
  asking(config, (asked) => asked.filter((one) => one.fieldId !== fieldId));

/** Moves a question to a place among those that are asked; `to` counts without it. */
export const withQuestionAt = (table: Fields, config: ViewConfig, fieldId: Id, to: number): ViewConfig => {
  const asked = questionsOf(table, config).map((one) => one.asked);
  const moving = asked.find((one) => one.fieldId === fieldId);
  if (moving === undefined) return config;
  const others = asked.filter((one) => one !== moving);
  return { ...config, fields: [...others.slice(0, to), moving, ...others.slice(to)] };
};

/** Says of a question what the form says of it; what is empty or false is not said. */
export const withSaid = (
  config: ViewConfig,
  fieldId: Id,
  said: {
    readonly label?: string;
    readonly help?: string;
    readonly required?: boolean;
    readonly hidden?: boolean;
    readonly default?: unknown;
    readonly page?: string | undefined;
  },
): ViewConfig =>
  asking(config, (asked) =>
    asked.map((one) => {
      if (one.fieldId !== fieldId) return one;
      const { label = '', help = '', required = false, hidden = false, default: begins, page } = { ...one, ...said };
      return {
        fieldId,
        ...(hidden ? { hidden } : {}),
        ...(label === '' ? {} : { label }),
        ...(help === '' ? {} : { help }),
        ...(isEmpty(begins) ? {} : { default: begins }),
        ...(page === undefined || page === '' ? {} : { page }),
        ...(required ? { required } : {}),
      };
    }),
  );
