import { isId as isIdText } from '@tessera/kernel';
import {
  isObject,
  isRef,
  lanes,
  stepType,
  triggerType,
  type Config,
  type Part,
  type Program,
  type Step,
} from '@tessera/proto/automations';

const isId = (text: string): boolean => isIdText(text);
/** An id that belongs to nothing that is taken along. */
class Unknown extends Error {}
type Known = ReadonlyMap<string, string>;

/** References within the words of another one: `trigger.record.{@orders.stage}`. */
const inWords = /\{(@[^{}]+)\}/g;
const ownWord = /^steps$/;

const refOf = (id: string, known: Known): string => {
  const ref = known.get(id);
  if (ref === undefined || /[{}]/.test(ref)) throw new Unknown(id);
  return ref;
};
const portableText = (text: string, known: Known): string => {
  if (isId(text)) return refOf(text, known);
  return text.startsWith('@') ? `@${text}` : text;
};
const portableWords = (ref: string, known: Known): string => {
  const words = ref.split('.');
  // What a step is called is its own.
  return words
    .map((word, at) => (isId(word) && !(at === 1 && ownWord.test(words[0]!)) ? `{${refOf(word, known)}}` : word))
    .join('.');
};
const portable = (value: unknown, known: Known): unknown => {
  if (typeof value === 'string') return portableText(value, known);
  if (Array.isArray(value)) return value.map((one) => portable(one, known));
  if (isRef(value)) return { ref: portableWords(value.ref, known) };
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [portableText(name, known), portable(one, known)]),
  );
};
/** Without those that belong to others, each by itself. */
const portableOrNone = (value: unknown, known: Known): readonly unknown[] => {
  try {
    return [portable(value, known)];
  } catch (error) {
    if (error instanceof Unknown) return [];
    throw error;
  }
};

/** A part of a configuration as it leaves; undefined where it stays behind, for whoever installs it to fill in. */
const portablePart = (part: Part, value: unknown, known: Known): unknown => {
  switch (part.of) {
    case 'people': {
      // People stay; who stands in a record is found there.
      if (isRef(value)) return portable(value, known);
      const left = Array.isArray(value) ? value.filter(isRef).map((one) => portable(one, known)) : [];
      return left.length === 0 ? undefined : left;
    }
    case 'function':
      return undefined;
    case 'values': {
      if (!isObject(value) || isRef(value)) return undefined;
      const left = Object.entries(value).flatMap((entry) => portableOrNone(Object.fromEntries([entry]), known));
      return Object.assign({}, ...(left as object[])) as object;
    }
    default:
      return portable(value, known);
  }
};
/** Steps that tell something to others: where that is, and what with, is what secrets are made of. */
const kept: Readonly<Record<string, readonly string[]>> = { http_request: ['method'], run_function: [] };

const portableConfig = (
  type: string,
  config: Config,
  values: Readonly<Record<string, unknown>>,
  known: Known,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const part = config[name];
      if (part === undefined || kept[type]?.includes(name) === false) return [];
      const given = portablePart(part, value, known);
      return given === undefined ? [] : [[name, given]];
    }),
  );

/**
 * What an automation does, with references in the place of ids. No person, function, address or what is sent there leaves;
 * undefined where it names anything else that stays behind, such as another table: it would do something else without it.
 */
export const portableProgram = ({ trigger, steps }: Program, known: Known): Program | undefined => {
  const stepFor = (step: Step): Step => ({
    id: step.id,
    type: step.type,
    config: portableConfig(step.type, stepType(step.type)?.config ?? {}, step.config, known),
    ...Object.fromEntries(
      lanes.flatMap((lane) => (step[lane] === undefined ? [] : [[lane, step[lane].map(stepFor)] as const])),
    ),
  });
  try {
    const config = portableConfig(trigger.type, triggerType(trigger.type)?.config ?? {}, trigger.config, known);
    return { trigger: { type: trigger.type, config }, steps: steps.map(stepFor) };
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
};

type Find = (reference: string) => string | undefined;
const found = (reference: string, find: Find): string => {
  const id = find(reference);
  if (id === undefined) throw new Error(`"${reference}" is no part of the template`);
  return id;
};
const madeText = (text: string, find: Find): string => {
  if (!text.startsWith('@')) return text;
  return text.startsWith('@@') ? text.slice(1) : found(text, find);
};
const made = (value: unknown, find: Find): unknown => {
  if (typeof value === 'string') return madeText(value, find);
  if (Array.isArray(value)) return value.map((one) => made(one, find));
  if (isRef(value)) return { ref: value.ref.replaceAll(inWords, (_, reference: string) => found(reference, find)) };
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [madeText(name, find), made(one, find)]));
};

/** The same with ids in the place of references. Throws where one leads nowhere. */
export const madeProgram = ({ trigger, steps }: Program, find: Find): Program => {
  const configOf = (config: Readonly<Record<string, unknown>>) => made(config, find) as Program['trigger']['config'];
  const stepFor = (step: Step): Step => ({
    id: step.id,
    type: step.type,
    config: configOf(step.config),
    ...Object.fromEntries(
      lanes.flatMap((lane) => (step[lane] === undefined ? [] : [[lane, step[lane].map(stepFor)] as const])),
    ),
  });
  return { trigger: { type: trigger.type, config: configOf(trigger.config) }, steps: steps.map(stepFor) };
};
