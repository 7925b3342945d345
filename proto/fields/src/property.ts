import type { FieldProps, SelectOption } from './type.ts';

/**
 * What a property of a field type takes. It is plain data: what the API checks, what an import takes and what the log
 * keeps are read from it, and nothing else names the property.
 */
export type Property =
  | { readonly kind: 'whole'; readonly least: number; readonly most: number }
  | { readonly kind: 'flag' }
  /** `example` is a text that the type accepts. */
  | { readonly kind: 'text'; readonly longest: number; readonly example: string }
  /** One of some words. */
  | { readonly kind: 'choice'; readonly among: readonly string[] }
  | { readonly kind: 'options' }
  /** Ids, each once. */
  | { readonly kind: 'ids'; readonly most: number }
  /** A filter as records are filtered by. */
  | { readonly kind: 'filter' }
  /** Properties of what belongs to the field, each optional. */
  | { readonly kind: 'group'; readonly of: Properties };
export type Properties = Readonly<Record<string, Property>>;

type ValueOf<P extends Property> = P extends { readonly kind: 'whole' }
  ? number
  : P extends { readonly kind: 'flag' }
    ? boolean
    : P extends { readonly kind: 'text' }
      ? string
      : P extends { readonly kind: 'choice'; readonly among: readonly (infer Word)[] }
        ? Word
        : P extends { readonly kind: 'ids' }
          ? readonly string[]
          : P extends { readonly kind: 'filter' }
            ? object
            : P extends { readonly kind: 'group'; readonly of: infer Of extends Properties }
              ? { readonly [Name in keyof Of]?: ValueOf<Of[Name]> }
              : readonly SelectOption[];

/** The properties of a type as its own functions see them. */
export type PropsOf<P extends Properties> = FieldProps & { readonly [Name in keyof P]?: ValueOf<P[Name]> };

export const whole = <L extends number, M extends number>(least: L, most: M) =>
  ({ kind: 'whole', least, most }) as const satisfies Property;
export const flag = { kind: 'flag' } as const satisfies Property;
export const textOf = (longest: number, example: string) =>
  ({ kind: 'text', longest, example }) as const satisfies Property;
export const choice = <const Words extends readonly [string, ...string[]]>(...among: Words) =>
  ({ kind: 'choice', among }) as const satisfies Property;
export const options = { kind: 'options' } as const satisfies Property;
export const idsOf = (most: number) => ({ kind: 'ids', most }) as const satisfies Property;
export const filterOf = { kind: 'filter' } as const satisfies Property;
export const group = <const Of extends Properties>(of: Of) => ({ kind: 'group', of }) as const satisfies Property;
/** The id of a table, a field or a view. */
export const idOf = textOf(64, '01jd8z6v0e3k7m2n4p5q6r7s8t');

/** Whether a value that was kept is one of this property. */
export const isOf = (property: Property, value: unknown): boolean => {
  switch (property.kind) {
    case 'whole':
      return Number.isInteger(value) && (value as number) >= property.least && (value as number) <= property.most;
    case 'flag':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' && value.length <= property.longest;
    case 'choice':
      return property.among.some((word) => word === value);
    case 'ids':
      return Array.isArray(value) && value.length <= property.most && value.every((one) => typeof one === 'string');
    case 'filter':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'group':
      return (
        typeof value === 'object' &&
        value !== null &&
        Object.entries(value).every(
          ([name, one]) => one === undefined || (Object.hasOwn(property.of, name) && isOf(property.of[name]!, one)),
        )
      );
    case 'options':
      return (
        Array.isArray(value) &&
        value.every((one: Partial<SelectOption> | null) =>
          [one?.id, one?.label, one?.color].every((part) => typeof part === 'string'),
        )
      );
  }
};

/** A value of the property that is not what a type takes for granted; for tests of whatever carries properties. */
export const exampleOf = (property: Property): unknown => {
  switch (property.kind) {
    case 'whole':
      return property.least + 1;
    case 'flag':
      return true;
    case 'text':
      return property.example;
    case 'choice':
      return property.among.at(-1);
    case 'ids':
      return ['01jd8z6v0e3k7m2n4p5q6r7s8t'];
    case 'filter':
      return { fieldId: '01jd8z6v0e3k7m2n4p5q6r7s8t', operator: 'isNotEmpty' };
    case 'group':
      return Object.fromEntries(Object.entries(property.of).map(([name, one]) => [name, exampleOf(one)]));
    case 'options':
      return [
        { id: '00000000000000000000000001', label: 'To do', color: 'teal' },
        { id: '00000000000000000000000002', label: 'Done, late', color: 'rose' },
      ];
  }
};
