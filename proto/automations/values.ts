import type { Ref, Value } from './model.ts';

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isRef = (value: unknown): value is Ref =>
  isObject(value) && typeof value['ref'] === 'string' && Object.keys(value).length === 1;

/** A value that is computed when a step runs; what it names in braces is what a reference would name. */
export type Formula = { readonly formula: string };
export const isFormula = (value: unknown): value is Formula =>
  isObject(value) && typeof value['formula'] === 'string' && Object.keys(value).length === 1;
/** Characters of one. */
export const longestFormula = 2_000;

const braced = /\{((?:trigger|steps)\.[A-Za-z0-9_.:-]{1,200})\}/g;
/** What a formula names in its braces, each once. */
export const refsOfFormula = ({ formula }: Formula): readonly Ref[] =>
  [...new Set([...formula.slice(0, longestFormula).matchAll(braced)].map(([, ref]) => ref!))].map((ref) => ({ ref }));

/** The names that a reference goes along. */
export const wordsOf = ({ ref }: Ref): readonly string[] => ref.split('.');

/** Every reference within a value, with the place where it stands. */
export const refsIn = (value: Value, at = ''): readonly { readonly ref: Ref; readonly at: string }[] => {
  if (isRef(value)) return [{ ref: value, at }];
  if (isFormula(value)) return refsOfFormula(value).map((ref) => ({ ref, at }));
  const within = (key: string | number, one: unknown) => refsIn(one, at === '' ? String(key) : `${at}.${key}`);
  if (Array.isArray(value)) return value.flatMap((one, place) => within(place, one));
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => within(key, one)) : [];
};

/** What is known when a step runs: of the trigger, and of the steps before by their ids. */
export type Scope = {
  readonly trigger: unknown;
  readonly steps: Readonly<Record<string, unknown>>;
};
/** How a formula is computed over what is known. */
export type Compute = (formula: Formula, scope: Scope) => unknown;

/** What a reference leads to; null where nothing is there. */
export const lookUp = (ref: Ref, scope: Scope): unknown => {
  let found: unknown = scope;
  for (const word of wordsOf(ref)) {
    if (Array.isArray(found)) found = /^\d{1,6}$/.test(word) ? found[Number(word)] : undefined;
    else found = isObject(found) && Object.hasOwn(found, word) ? found[word] : undefined;
  }
  return found ?? null;
};

/** A value with everything that it refers to in its place, and what it computes. */
export const resolve = (value: Value, scope: Scope, compute: Compute): unknown => {
  if (isRef(value)) return lookUp(value, scope);
  if (isFormula(value)) return compute(value, scope);
  if (Array.isArray(value)) return value.map((one) => resolve(one, scope, compute));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one, scope, compute)]));
  return value;
};

/** Every formula within a value, with the place where it stands. */
export const formulasIn = (value: Value, at = ''): readonly { readonly formula: string; readonly at: string }[] => {
  if (isFormula(value)) return [{ formula: value.formula, at }];
  const within = (key: string | number, one: unknown) => formulasIn(one, at === '' ? String(key) : `${at}.${key}`);
  if (Array.isArray(value)) return value.flatMap((one, place) => within(place, one));
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => within(key, one)) : [];
};
