import { viewTypes } from './list.ts';
import type { ViewPart, ViewType } from './type.ts';

export { type ViewTypeId, viewTypes } from './list.ts';
export type { ViewPart, ViewType } from './type.ts';

const byId: ReadonlyMap<string, ViewType> = new Map(viewTypes.map((type) => [type.id, type]));

/** Undefined for what a later version wrote. */
export const viewType = (id: string): ViewType | undefined => byId.get(id);

/** The type and configuration that a table's first view begins with. */
export const firstView = (fields: number): { readonly type: ViewType; readonly config: object } => {
  const type = viewTypes.find(({ first }) => first !== undefined)!;
  return { type, config: type.first!(fields) };
};

/** A configuration that is kept, as the type has it today; of an unknown type nothing. Total. */
export const readConfig = (id: string, version: number, json: string): Readonly<Record<string, unknown>> => {
  const type = byId.get(id);
  if (type === undefined) return {};
  let config = JSON.parse(json) as Readonly<Record<string, unknown>>;
  for (let at = version; at < type.version; at++) config = type.upgrades?.[at]?.(config) ?? config;
  return config;
};

/** The fields that a part of the kind `fields` names: a list of their ids, or the id of one. */
export const idsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter((id) => typeof id === 'string');

/** Why a value does not fit a part of its type; undefined where it does. What a field is and can do is not asked here. */
export const misfitOf = (part: ViewPart, value: unknown): string | undefined => {
  switch (part.of) {
    case 'integer':
      return Number.isInteger(value) && (value as number) >= part.min && (value as number) <= part.max
        ? undefined
        : `It is a whole number from ${part.min} to ${part.max}.`;
    case 'choice':
      return part.values.includes(value as string | number)
        ? undefined
        : `It is one of ${part.values.map((one) => JSON.stringify(one)).join(', ')}.`;
    case 'choices':
      return Array.isArray(value) &&
        new Set(value).size === value.length &&
        value.every((one: unknown) => part.values.includes(one as string))
        ? undefined
        : `They are some of ${part.values.map((one) => JSON.stringify(one)).join(', ')}, each once.`;
    case 'text':
      return typeof value === 'string' && value.length <= part.most
        ? undefined
        : `It is a text of at most ${part.most} characters.`;
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'It is true or false.';
    case 'lanes':
    case 'group':
    case 'columns':
    case 'questions':
      return Array.isArray(value) && value.length <= part.most ? undefined : `There are at most ${part.most}.`;
    case 'fields':
      return idsOf(value).length <= part.most && new Set(idsOf(value)).size === idsOf(value).length
        ? undefined
        : `They are at most ${part.most} fields, each once.`;
    case 'field':
      return typeof value === 'string' ? undefined : 'It is the id of a field.';
    default:
      return undefined;
  }
};

/** The names of a type's parts of one kind, in their order. */
export const partsOf = (id: string, of: ViewPart['of']): readonly string[] =>
  Object.entries(byId.get(id)?.config ?? {}).flatMap(([name, part]) => (part.of === of ? [name] : []));

/** The type for whose first view a word in the address of a table stands. */
export const typeOfShortcut = (word: string): string | undefined =>
  viewTypes.find(({ shortcut }) => shortcut === word)?.id;
