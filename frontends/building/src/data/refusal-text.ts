import { refusedBy } from '../field-types/list.ts';
import type { Refusal } from './edits.ts';

type Translate = (keys: string[], values: Readonly<Record<string, unknown>>) => string;

/** Why a cell was refused, in the person's language; with the name of whoever changed it, where that is known. */
export const refusalText = (t: Translate, { code, message, params }: Omit<Refusal, 'theirs'>): string => {
  const key = code.replaceAll('.', '_');
  return t([...(params?.['who'] === undefined ? [] : [`refused.${key}_by`]), `refused.${key}`, `codes.${key}`], {
    ...params,
    defaultValue: refusedBy(code) ?? message,
  });
};
