import { atualizadoEm } from './atualizado_em/type.ts';
import { atualizadoPor } from './atualizado_por/type.ts';
import { checkbox } from './checkbox/type.ts';
import { criadoEm } from './criado_em/type.ts';
import { criadoPor } from './criado_por/type.ts';
import { currency } from './currency/type.ts';
import { date } from './date/type.ts';
import { dateTime } from './dateTime/type.ts';
import { email } from './email/type.ts';
import { link } from './link/type.ts';
import { multipleSelect } from './multipleSelect/type.ts';
import { number } from './number/type.ts';
import { percent } from './percent/type.ts';
import { phone } from './phone/type.ts';
import { select } from './select/type.ts';
import { singleLineText } from './singleLineText/type.ts';
import { text } from './text/type.ts';
import type { FieldType } from './type.ts';
import { user } from './user/type.ts';

/** Every field type, in the order in which people are offered them. */
export const fieldTypes: readonly FieldType[] = [
  singleLineText,
  text,
  number,
  percent,
  currency,
  select,
  multipleSelect,
  date,
  dateTime,
  checkbox,
  link,
  phone,
  email,
  user,
  criadoPor,
  criadoEm,
  atualizadoPor,
  atualizadoEm,
];

const byId = new Map(fieldTypes.map((type) => [type.id, type]));

/** The type of this id, undefined if there is none. */
export const fieldType = (id: string): FieldType | undefined => byId.get(id);
