import type { FieldTypeId } from '@tessera/fields';
import { type Field, i18n, type IconType, languageFor, useFormats } from '@tessera/kit';
import { useCallback, useMemo } from 'react';
import { addConnectedRecordBtn } from './addConnectedRecordBtn/view.ts';
import { address } from './address/view.tsx';
import { atualizadoEm } from './atualizado_em/view.ts';
import { atualizadoPor } from './atualizado_por/view.ts';
import { barcode } from './barcode/view.tsx';
import { carPlate } from './carPlate/view.tsx';
import { checkbox } from './checkbox/view.tsx';
import { checklist } from './checklist/view.tsx';
import { cnpj } from './cnpj/view.tsx';
import { connectedRecord } from './connectedRecord/view.ts';
import { count } from './count/view.ts';
import { cpf } from './cpf/view.tsx';
import { comments } from './comments/view.tsx';
import { criadoEm } from './criado_em/view.ts';
import { criadoPor } from './criado_por/view.ts';
import { currency } from './currency/view.ts';
import { date } from './date/view.ts';
import { dateRange } from './dateRange/view.tsx';
import { dateTime } from './dateTime/view.ts';
import { email } from './email/view.tsx';
import { files } from './files/view.tsx';
import { image } from './image/view.tsx';
import { formula } from './formula/view.tsx';
import { link } from './link/view.tsx';
import { lookup } from './lookup/view.ts';
import { multipleSelect } from './multipleSelect/view.ts';
import { number } from './number/view.ts';
import { oneToOneConnection } from './oneToOneConnection/view.ts';
import { openRecordBtn } from './openRecordBtn/view.ts';
import { percent } from './percent/view.tsx';
import { phone } from './phone/view.tsx';
import { reference } from './reference/view.ts';
import { rollup } from './rollup/view.ts';
import { select } from './select/view.ts';
import { signature } from './signature/view.tsx';
import { singleLineText } from './singleLineText/view.ts';
import { radioSelect } from './radioSelect/view.tsx';
import { starred } from './starred/view.tsx';
import { switchType } from './switch/view.tsx';
import { rating } from './rating/view.tsx';
import { duration } from './duration/view.tsx';
import { colour } from './colour/view.tsx';
import { identifier } from './identifier/view.ts';
import { json } from './json/view.tsx';
import { multipleUsers } from './multipleUsers/view.tsx';
import { tags } from './tags/view.tsx';
import { text } from './text/view.ts';
import { time } from './time/view.tsx';
import { timeSinceCreation } from './timeSinceCreation/view.ts';
import { timeInTheSection } from './timeInTheSection/view.tsx';
import { timeSinceLastUpdate } from './timeSinceLastUpdate/view.ts';
import { timer } from './timer/view.tsx';
import type { FieldTypeView } from './view.ts';
import { todoList } from './todoList/view.tsx';
import { user } from './user/view.ts';

/** What each field type is on screen. One that is missing does not compile. */
const views: Readonly<Record<FieldTypeId, FieldTypeView>> = {
  singleLineText,
  text,
  number,
  percent,
  currency,
  rating,
  duration,
  select,
  radioSelect,
  multipleSelect,
  tags,
  date,
  dateTime,
  dateRange,
  time,
  checkbox,
  switch: switchType,
  checklist,
  todoList,
  timer,
  link,
  phone,
  email,
  address,
  cpf,
  cnpj,
  carPlate,
  identifier,
  barcode,
  colour,
  json,
  signature,
  image,
  files,
  user,
  multipleUsers,
  connectedRecord,
  oneToOneConnection,
  reference,
  formula,
  lookup,
  rollup,
  count,
  comments,
  starred,
  openRecordBtn,
  addConnectedRecordBtn,
  criado_por: criadoPor,
  atualizado_por: atualizadoPor,
  criado_em: criadoEm,
  atualizado_em: atualizadoEm,
  timeSinceCreation,
  timeSinceLastUpdate,
  timeInTheSection,
};

const byId: ReadonlyMap<string, FieldTypeView> = new Map(Object.entries(views));

/** The view of a type; one that a newer release knows looks like a line of text. */
export const viewOf = (type: string): FieldTypeView => byId.get(type) ?? unknown;
const unknown: FieldTypeView = { ...singleLineText, entry: { by: 'nobody' } };

/** The view of a field, as its properties decide over it. */
export const viewOfField = (field: Pick<Field, 'type' | 'props'>): FieldTypeView => {
  const view = viewOf(field.type);
  return view.of?.(field.props) ?? view;
};

export const fieldIcon = (type: string): IconType => viewOf(type).icon;

/** The texts of types in the person's language. */
const useTypeTexts = () => {
  const { locale } = useFormats();
  return useCallback((type: string) => viewOf(type).texts[languageFor([locale])], [locale]);
};

/** A field that many tables have. */
export type Suggested = { readonly type: string; readonly name: string; readonly options: readonly string[] };

/** Fields that types suggest, in the person's language, in the order of the types. */
export const useSuggested = (): readonly Suggested[] => {
  const textsOf = useTypeTexts();
  return useMemo(
    () =>
      [...byId.keys()].flatMap((type) =>
        Object.values(textsOf(type).suggests ?? {}).map(({ name, options = {} }) => ({
          type,
          name,
          options: Object.values(options),
        })),
      ),
    [textsOf],
  );
};

/** Names of types, by id. */
export const useTypeNames = (): ((type: string) => string) => {
  const textsOf = useTypeTexts();
  return useCallback((type) => textsOf(type).name, [textsOf]);
};

/** Names of the parts that a type's values have. */
export const usePartNames = (): ((type: string, part: string) => string) => {
  const textsOf = useTypeTexts();
  return useCallback((type, part) => textsOf(type).parts?.[part] ?? part, [textsOf]);
};

/** The labels of a type's own settings. */
export const useTypeLabels = (type: string): Readonly<Record<string, string>> => useTypeTexts()(type).labels ?? {};

/** Why a type refuses a value, where its own texts say it. */
export const refusedBy = (code: string): string | undefined => {
  const language = languageFor([i18n.resolvedLanguage ?? '']);
  for (const { texts } of byId.values()) {
    const said = texts[language].refused?.[code];
    if (said !== undefined) return said;
  }
  return undefined;
};
