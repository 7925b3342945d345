import { addConnectedRecordBtn } from './addConnectedRecordBtn/type.ts';
import { address } from './address/type.ts';
import { atualizadoEm } from './atualizado_em/type.ts';
import { atualizadoPor } from './atualizado_por/type.ts';
import { barcode } from './barcode/type.ts';
import { carPlate } from './carPlate/type.ts';
import { checkbox } from './checkbox/type.ts';
import { checklist } from './checklist/type.ts';
import { cnpj } from './cnpj/type.ts';
import { colour } from './colour/type.ts';
import { connectedRecord } from './connectedRecord/type.ts';
import { count } from './count/type.ts';
import { cpf } from './cpf/type.ts';
import { criadoEm } from './criado_em/type.ts';
import { criadoPor } from './criado_por/type.ts';
import { currency } from './currency/type.ts';
import { comments } from './comments/type.ts';
import { date } from './date/type.ts';
import { dateRange } from './dateRange/type.ts';
import { dateTime } from './dateTime/type.ts';
import { duration } from './duration/type.ts';
import { email } from './email/type.ts';
import { files } from './files/type.ts';
import { image } from './image/type.ts';
import { formula } from './formula/type.ts';
import { identifier } from './identifier/type.ts';
import { json } from './json/type.ts';
import { link } from './link/type.ts';
import { lookup } from './lookup/type.ts';
import { multipleSelect } from './multipleSelect/type.ts';
import { multipleUsers } from './multipleUsers/type.ts';
import { number } from './number/type.ts';
import { oneToOneConnection } from './oneToOneConnection/type.ts';
import { percent } from './percent/type.ts';
import { openRecordBtn } from './openRecordBtn/type.ts';
import { phone } from './phone/type.ts';
import { radioSelect } from './radioSelect/type.ts';
import { rating } from './rating/type.ts';
import { reference } from './reference/type.ts';
import { rollup } from './rollup/type.ts';
import { select } from './select/type.ts';
import { signature } from './signature/type.ts';
import { singleLineText } from './singleLineText/type.ts';
import { starred } from './starred/type.ts';
import { switchType } from './switch/type.ts';
import { tags } from './tags/type.ts';
import { text } from './text/type.ts';
import { time } from './time/type.ts';
import { timeSinceCreation } from './timeSinceCreation/type.ts';
import { timeInTheSection } from './timeInTheSection/type.ts';
import { timeSinceLastUpdate } from './timeSinceLastUpdate/type.ts';
import { timer } from './timer/type.ts';
import { todoList } from './todoList/type.ts';
import type { FieldProps, FieldType } from './type.ts';
import { user } from './user/type.ts';

/** Every field type by its id, in the order in which people are offered them. */
const types = {
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
  criado_em: criadoEm,
  atualizado_por: atualizadoPor,
  atualizado_em: atualizadoEm,
  timeSinceCreation,
  timeSinceLastUpdate,
  timeInTheSection,
} as const satisfies Readonly<Record<string, FieldType>>;

export type FieldTypeId = keyof typeof types;

export const fieldTypes: readonly FieldType[] = Object.values(types);

const byId = new Map<string, FieldType>(Object.entries(types));

/** The type of this id, undefined if there is none. */
export const fieldType = (id: string): FieldType | undefined => byId.get(id);

/** The type of a field as its properties decide over it; undefined if there is none. */
export const typeOfField = (field: { readonly type: string; readonly props: FieldProps }): FieldType | undefined => {
  const type = byId.get(field.type);
  return type?.of?.(field.props) ?? type;
};

/** Whether people and programs write values of the type. */
export const isWritten = ({
  system,
  derived,
  numbered,
  apart,
}: Pick<FieldType, 'system' | 'derived' | 'numbered' | 'apart'>): boolean =>
  system === undefined && derived === undefined && numbered === undefined && apart === undefined;

/** The default of a field that is found out anew for each record; undefined where it has none. */
export const computedDefaultOf = ({
  type: id,
  props,
}: {
  readonly type: string;
  readonly props: FieldProps;
}): FieldType['computedDefault'] => {
  const type = byId.get(id);
  return type?.computedDefault !== undefined && isWritten(type) && props[type.computedDefault.property] === true
    ? type.computedDefault
    : undefined;
};

/** The ids of the types that take any text: with all its lines, and as one line. */
export const anyText = fieldTypes.find((type) => type.anyText === 'lines')!.id;
export const anyLine = fieldTypes.find((type) => type.anyText === 'line')!.id;

/** Whether fields of a type choose among options. */
export const hasOptions = (id: string): boolean => fieldType(id)?.properties['options'] !== undefined;
