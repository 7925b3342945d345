import { isObject, resolve, type Scope } from './values.ts';
import type { Value } from './model.ts';

/** How two values are compared; the last two ask about one. */
export const comparisons = [
  'is',
  'is_not',
  'contains',
  'greater',
  'at_least',
  'less',
  'at_most',
  'empty',
  'filled',
] as const;
export type Comparison = (typeof comparisons)[number];
/** Those that have nothing to compare with. */
export const alone: ReadonlySet<string> = new Set<Comparison>(['empty', 'filled']);

export type Compared = { readonly left: Value; readonly operator: Comparison; readonly right?: Value };
export type Condition = Compared | { readonly and: readonly Condition[] } | { readonly or: readonly Condition[] };

export const mostConditions = 50;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const plain = (value: unknown): string =>
  typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value);

const asNumber = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^-?\d{1,18}(?:\.\d{1,18})?$/.test(value.trim())
      ? Number(value)
      : NaN;

/** Numbers by their size, days and moments by time, texts by their letters: below 0, 0 or above; NaN where neither fits. */
const order = (left: unknown, right: unknown): number => {
  const numbers = [asNumber(left), asNumber(right)] as const;
  if (!Number.isNaN(numbers[0]) && !Number.isNaN(numbers[1])) return numbers[0] - numbers[1];
  if (typeof left !== 'string' || typeof right !== 'string') return NaN;
  const day = /^\d{4}-\d{2}-\d{2}(?:T|$)/;
  if (day.test(left) && day.test(right)) return Date.parse(left) - Date.parse(right);
  return left < right ? -1 : left > right ? 1 : 0;
};

const equal = (left: unknown, right: unknown): boolean => {
  if (isEmpty(left) || isEmpty(right)) return isEmpty(left) && isEmpty(right);
  if (typeof left === typeof right && plain(left) === plain(right)) return true;
  return order(left, right) === 0;
};

const holds = (operator: Comparison, left: unknown, right: unknown): boolean => {
  switch (operator) {
    case 'empty':
      return isEmpty(left);
    case 'filled':
      return !isEmpty(left);
    case 'is':
      return equal(left, right);
    case 'is_not':
      return !equal(left, right);
    case 'contains':
      return Array.isArray(left)
        ? left.some((one) => equal(one, right))
        : !isEmpty(left) && !isEmpty(right) && plain(left).includes(plain(right));
    case 'greater':
      return order(left, right) > 0;
    case 'at_least':
      return order(left, right) >= 0;
    case 'less':
      return order(left, right) < 0;
    case 'at_most':
      return order(left, right) <= 0;
  }
};

/** What a condition compares was computed before it is judged. */
const computed = (): null => null;

/** Whether a condition is met. An empty value is neither more nor less than anything. */
export const isMet = (condition: Condition, scope: Scope): boolean => {
  if ('and' in condition) return condition.and.every((one) => isMet(one, scope));
  if ('or' in condition) return condition.or.some((one) => isMet(one, scope));
  const [left, right] = [resolve(condition.left, scope, computed), resolve(condition.right, scope, computed)];
  const sized = ['greater', 'at_least', 'less', 'at_most'].includes(condition.operator);
  if (sized && (isEmpty(left) || isEmpty(right))) return false;
  return holds(condition.operator, left, right);
};

/** Reads a condition; undefined where it is none. */
export const conditionOf = (value: unknown, depth = 1): Condition | undefined => {
  if (!isObject(value) || depth > 4) return undefined;
  for (const word of ['and', 'or'] as const) {
    const items = value[word];
    if (items === undefined) continue;
    if (!Array.isArray(items) || Object.keys(value).length !== 1 || items.length > mostConditions) return undefined;
    const read = items.map((one) => conditionOf(one, depth + 1));
    return read.includes(undefined) ? undefined : ({ [word]: read } as unknown as Condition);
  }
  const { left, operator, right, ...rest } = value;
  if (Object.keys(rest).length > 0 || left === undefined) return undefined;
  if (!comparisons.includes(operator as Comparison)) return undefined;
  if (!alone.has(operator as string) && right === undefined) return undefined;
  return { left, operator: operator as Comparison, ...(right !== undefined && { right }) };
};
