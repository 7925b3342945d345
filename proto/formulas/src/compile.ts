import * as decimals from './decimals.ts';
import type { Decimal } from './decimals.ts';
import { functions } from './functions/index.ts';
import { aliases } from './functions/index.ts';
import type { FormulaFunction, Parameter, Takes } from './functions/function.ts';
import { holds } from './functions/logic.ts';
import { fieldNamed } from './names.ts';
import { parseFormula, type BinaryOperator, type Node, type Problem, type Span } from './syntax.ts';
import {
  elementOf,
  failure,
  isFailure,
  isList,
  maxListLength,
  maxTextLength,
  textOf,
  type Failure,
  type FormulaContext,
  type FormulaType,
  type Scalar,
  type Value,
} from './values.ts';
import { instantOf } from '@tessera/fields';

/** A field that formulas of a table may name, and how its value is had of a row. */
export type FormulaField<Row> = {
  readonly id: string;
  readonly name: string;
  /** Undefined for what formulas do not read yet. */
  readonly type: FormulaType | undefined;
  read(row: Row, context: FormulaContext): Value;
};

/** A formula that is right, ready to be computed over rows. */
export type Formula<Row> = {
  readonly type: FormulaType;
  /** Ids of the fields that it reads. */
  readonly reads: ReadonlySet<string>;
  /** It reads the clock: its value is computed anew each minute or day. */
  readonly moving: 'minute' | 'day' | undefined;
  compute(row: Row, context: FormulaContext): Value;
};

type Run<Row> = (row: Row, context: FormulaContext) => Value;
/** A part of a formula: `literal` is the text that is written there. */
type Part<Row> = { readonly type: FormulaType | 'unknown'; readonly run: Run<Row>; readonly literal?: string };

/** Problems past these are follow-ups of the first ones. */
const maxProblems = 20;

const typeNames: Readonly<Record<FormulaType, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  date: 'a date',
  dateTime: 'a date with a time',
  duration: 'a duration',
  'number[]': 'a list of numbers',
  'text[]': 'a list of texts',
  'boolean[]': 'a list of ticks',
  'date[]': 'a list of dates',
  'dateTime[]': 'a list of dates with times',
  'duration[]': 'a list of durations',
  blank: 'blank',
};

const takesNames: Readonly<Record<Takes, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  day: 'a date',
  duration: 'a duration',
  numbers: 'numbers',
  list: 'a list',
  any: 'a value',
};

const fits = (type: FormulaType, takes: Takes): boolean => {
  if (type === 'blank') return true;
  switch (takes) {
    case 'day':
      return type === 'date' || type === 'dateTime';
    case 'numbers':
      return type === 'number' || type === 'number[]';
    case 'text':
    case 'list':
    case 'any':
      return true;
    default:
      return type === takes;
  }
};

/** What helps a value of this type where another is expected. */
const hint = (type: FormulaType, takes: Takes): string =>
  takes === 'number' || takes === 'numbers'
    ? type === 'text'
      ? '. VALUE reads a number from a text'
      : type === 'boolean'
        ? '. IF turns it into a number'
        : ''
    : takes === 'day' && type === 'text'
      ? '. DATETIME_PARSE reads a date from a text'
      : '';

/** The type that two answers of one formula have together; undefined where they have none. */
const unified = (a: FormulaType, b: FormulaType): FormulaType | undefined => {
  if (a === b || b === 'blank') return a;
  if (a === 'blank') return b;
  if (elementOf(a) === elementOf(b)) return isList(a) ? a : b;
  if ((a === 'date' && b === 'dateTime') || (a === 'dateTime' && b === 'date')) return 'dateTime';
  return undefined;
};

/** A value of one type as one of a type that takes it in: a date as the start of its day, one value as a list. */
const widened = (value: Value, from: FormulaType, to: FormulaType, context: FormulaContext): Value => {
  if (value === null || isFailure(value) || from === to) return value;
  if (from === 'date' && to === 'dateTime') return instantOf(value as string, 0, context.timezone);
  return isList(to) && !isList(from) ? [value as string] : value;
};

const arities = ({ parameters }: FormulaFunction): { readonly least: number; readonly most: number } => ({
  least: parameters.filter((one) => one.optional !== true).length,
  most: parameters.at(-1)?.many === true ? 255 : parameters.length,
});
const parameterAt = ({ parameters }: FormulaFunction, i: number): Parameter =>
  parameters[Math.min(i, parameters.length - 1)]!;

const sizeOf = (value: Value): number =>
  typeof value === 'string' || Array.isArray(value) ? (value as string | readonly Scalar[]).length : 0;
/** Whether the budget has room for so many steps, which are spent. */
const spends = ({ budget }: FormulaContext, steps: number): boolean => (budget.left -= steps) >= 0;

/** Greatest number and longest text that a value may be; what is beyond fails. */
const bounded = (value: Value): Value => {
  if (typeof value === 'string') return value.length > maxTextLength ? failure('too_long') : value;
  if (value === null || typeof value !== 'object' || isFailure(value)) return value;
  if (Array.isArray(value)) return value.length > maxListLength ? failure('too_long') : value;
  return decimals.isTooLarge(value as Decimal) ? failure('number_too_large') : value;
};

const order = (a: Exclude<Value, null | Failure>, b: typeof a, type: FormulaType): number => {
  if (type === 'number') return decimals.compare(a as Decimal, b as Decimal);
  return (a as string | number | boolean) < (b as string | number | boolean) ? -1 : a === b ? 0 : 1;
};
const comparisons: Partial<Record<BinaryOperator, (order: number) => boolean>> = {
  '=': (n) => n === 0,
  '!=': (n) => n !== 0,
  '<': (n) => n < 0,
  '<=': (n) => n <= 0,
  '>': (n) => n > 0,
  '>=': (n) => n >= 0,
};

type Arithmetic = {
  readonly gives: FormulaType;
  /** Both are there. */
  compute(a: Exclude<Value, null | Failure>, b: Exclude<Value, null | Failure>): Value;
};
const ofDecimals = (gives: FormulaType, compute: (a: Decimal, b: Decimal) => Value): Arithmetic => ({
  gives,
  compute: (a, b) => compute(a as Decimal, b as Decimal),
});
const ofFloats = (gives: FormulaType, compute: (a: number, b: number) => number): Arithmetic => ({
  gives,
  compute: (a, b) => {
    const made = compute(a as number, b as number);
    return Number.isSafeInteger(made) ? made : failure('number_too_large');
  },
});
const scaledBy = (compute: (duration: number, factor: number) => number): Arithmetic => ({
  gives: 'duration',
  compute: (duration, factor) => {
    const made = Math.round(compute(duration as number, decimals.toFloat(factor as Decimal)));
    return Number.isSafeInteger(made) ? made : failure('number_too_large');
  },
});

/** By the types of both sides: what the signs compute. */
const arithmetic: Readonly<Record<string, Arithmetic>> = {
  'number + number': ofDecimals('number', decimals.add),
  'number - number': ofDecimals('number', decimals.subtract),
  'number * number': ofDecimals('number', decimals.multiply),
  'number / number': ofDecimals('number', (a, b) =>
    decimals.isZero(b) ? failure('division_by_zero') : decimals.divide(a, b),
  ),
  'text + text': { gives: 'text', compute: (a, b) => (a as string) + (b as string) },
  'dateTime + duration': ofFloats('dateTime', (a, b) => a + b),
  'dateTime - duration': ofFloats('dateTime', (a, b) => a - b),
  'duration + dateTime': ofFloats('dateTime', (a, b) => a + b),
  'duration + duration': ofFloats('duration', (a, b) => a + b),
  'duration - duration': ofFloats('duration', (a, b) => a - b),
  'duration * number': scaledBy((duration, factor) => duration * factor),
  'number * duration': { gives: 'duration', compute: (a, b) => arithmetic['duration * number']!.compute(b, a) },
  'duration / number': {
    gives: 'duration',
    compute: (a, b) =>
      decimals.isZero(b as Decimal)
        ? failure('division_by_zero')
        : scaledBy((duration, factor) => duration / factor).compute(a, b),
  },
  'duration / duration': {
    gives: 'number',
    compute: (a, b) =>
      b === 0 ? failure('division_by_zero') : decimals.divide(decimals.whole(a as number), decimals.whole(b as number)),
  },
  'dateTime - dateTime': ofFloats('duration', (a, b) => a - b),
  'date - date': {
    gives: 'duration',
    compute: (a, b) => Date.parse(`${a as string}T00:00:00Z`) - Date.parse(`${b as string}T00:00:00Z`) || 0,
  },
};

/** What a blank side counts as where the other has a value. */
const nothing: Partial<Record<FormulaType, Value>> = { number: decimals.zero, text: '', duration: 0 };

/**
 * Reads, types and compiles a formula over the fields of a table. Answers the formula, or all its problems at their
 * places. Linear in the length of the formula; computing a row runs each part once at most.
 */
export const compileFormula = <Row>(
  text: string,
  fields: readonly FormulaField<Row>[],
): { readonly formula: Formula<Row> } | { readonly problems: readonly Problem[] } => {
  const parsed = parseFormula(text);
  if ('problem' in parsed) return { problems: [parsed.problem] };
  const problems: Problem[] = [];
  const reads = new Set<string>();
  let moving: Formula<Row>['moving'];
  const find = fieldNamed(fields);

  const broken: Part<Row> = { type: 'unknown', run: () => null };
  const complain = (span: Span, code: string, message: string, params: Problem['params'] = {}): Part<Row> => {
    if (problems.length < maxProblems) problems.push({ from: span.from, to: span.to, code, message, params });
    return broken;
  };

  const ofField = (node: Node & { kind: 'field' }): Part<Row> => {
    const field = find(node.name);
    if (field === undefined)
      return complain(node, 'formula.unknown_field', `There is no field ${node.name}`, { name: node.name });
    if (field.type === undefined)
      return complain(node, 'formula.field_type', `A formula cannot use the field ${field.name}`, { name: field.name });
    reads.add(field.id);
    return { type: field.type, run: (row, context) => field.read(row, context) };
  };

  const ofNegation = (node: Node & { kind: 'negate' }): Part<Row> => {
    const of = ofNode(node.of);
    if (of.type === 'unknown') return broken;
    if (of.type !== 'number' && of.type !== 'duration' && of.type !== 'blank')
      return complain(node.of, 'formula.expects', `A number is expected after -, this is ${typeNames[of.type]}`, {
        takes: 'number',
        type: of.type,
      });
    const { type } = of;
    return {
      type,
      run: (row, context) => {
        const value = of.run(row, context);
        if (value === null || isFailure(value)) return value;
        return type === 'number' ? decimals.negate(value as Decimal) : -(value as number) || 0;
      },
    };
  };

  /** How two values of these types compare; undefined, with a problem at the span, where they do not. */
  const comparison = (
    span: Span,
    operator: BinaryOperator,
    a: FormulaType,
    b: FormulaType,
  ): ((x: Value, y: Value, context: FormulaContext) => boolean | Failure) | undefined => {
    const type = unified(a, b);
    const equality = operator === '=' || operator === '!=';
    if (type === undefined || (isList(type) && !equality)) {
      complain(
        span,
        'formula.compares',
        `${operator} compares values of one kind: here are ${typeNames[a]} and ${typeNames[b]}`,
        { operator, left: a, right: b },
      );
      return undefined;
    }
    const judge = comparisons[operator]!;
    return (x, y, context) => {
      if (isFailure(x)) return x;
      if (isFailure(y)) return y;
      const [p, q] = [x === '' ? null : widened(x, a, type, context), y === '' ? null : widened(y, b, type, context)];
      // Blank is equal to blank alone, and neither above nor below anything.
      if (p === null || q === null) return equality && judge(p === q ? 0 : 1);
      if (isFailure(p) || isFailure(q)) return isFailure(p) ? p : (q as Failure);
      if (isList(type)) return judge(textOf(p, type, context) === textOf(q, type, context) ? 0 : 1);
      return judge(order(p, q, type));
    };
  };

  const ofBinary = (node: Node & { kind: 'binary' }): Part<Row> => {
    const [left, right] = [ofNode(node.left), ofNode(node.right)];
    if (left.type === 'unknown' || right.type === 'unknown') return broken;
    const [a, b] = [left.type, right.type];
    const { operator } = node;
    if (operator === '&')
      return {
        type: 'text',
        run: (row, context) => {
          const [x, y] = [left.run(row, context), right.run(row, context)];
          if (isFailure(x)) return x;
          if (isFailure(y)) return y;
          const joined = textOf(x, a, context) + textOf(y, b, context);
          return spends(context, joined.length) ? bounded(joined) : failure('too_much_work');
        },
      };
    if (comparisons[operator] !== undefined) {
      const judge = comparison(node, operator, a, b);
      return judge === undefined
        ? broken
        : { type: 'boolean', run: (row, context) => judge(left.run(row, context), right.run(row, context), context) };
    }
    // A blank side is as the other one, a date beside a moment the start of its day.
    const [p, q] = [a === 'blank' ? b : a, b === 'blank' ? a : b];
    const both =
      p === 'blank'
        ? (['number', 'number'] as const)
        : p !== q && unified(p, q) === 'dateTime'
          ? (['dateTime', 'dateTime'] as const)
          : ([p, q] as const);
    const found = arithmetic[`${both[0]} ${operator} ${both[1]}`];
    if (found === undefined)
      return complain(
        node,
        'formula.computes',
        operator === '+' && (p === 'text' || q === 'text')
          ? `+ cannot put ${typeNames[a]} and ${typeNames[b]} together. & joins them as a text`
          : `${operator} cannot be used with ${typeNames[a]} and ${typeNames[b]}${(p === 'date' || q === 'date') && operator !== '*' && operator !== '/' ? '. DATEADD moves a date' : ''}`,
        { operator, left: a, right: b },
      );
    return {
      type: found.gives,
      run: (row, context) => {
        const [x, y] = [left.run(row, context), right.run(row, context)];
        if (isFailure(x)) return x;
        if (isFailure(y)) return y;
        if (x === null && y === null) return null;
        const [u, v] = [
          x === null ? (nothing[both[0]] ?? null) : widened(x, a, both[0], context),
          y === null ? (nothing[both[1]] ?? null) : widened(y, b, both[1], context),
        ];
        return u === null || v === null ? null : bounded(found.compute(u as string, v as string));
      },
    };
  };

  /** The parts of a form that chooses one of several answers, as one type. */
  const answersOf = (
    nodes: readonly Node[],
    name: string,
  ): { readonly type: FormulaType; readonly runs: readonly Run<Row>[] } | undefined => {
    const parts = nodes.map((node) => ofNode(node));
    let type: FormulaType = 'blank';
    for (const [i, part] of parts.entries()) {
      if (part.type === 'unknown') return undefined;
      // An empty text among other answers means none.
      if (part.literal === '') continue;
      const wider: FormulaType | undefined = unified(type, part.type);
      if (wider === undefined) {
        complain(
          nodes[i]!,
          'formula.answers',
          `${name} answers one kind of value: this is ${typeNames[part.type]}, before it is ${typeNames[type]}. TEXT turns a value into a text`,
          { name, type: part.type, before: type },
        );
        return undefined;
      }
      type = wider;
    }
    if (type === 'blank' && parts.some((part) => part.literal === '')) type = 'text';
    const together = type;
    return {
      type,
      runs: parts.map((part): Run<Row> => {
        if (part.type === together) return part.run;
        if (part.literal === '') return () => null;
        return (row, context) => widened(part.run(row, context), part.type as FormulaType, together, context);
      }),
    };
  };
  const arity = (node: Node & { kind: 'call' }, least: number, most: number): boolean => {
    if (node.args.length >= least && node.args.length <= most) return true;
    const expected = least === most ? `${least}` : most >= 255 ? `at least ${least}` : `${least} to ${most}`;
    complain(
      node,
      'formula.arguments',
      `${node.name} takes ${expected} ${expected === '1' ? 'value' : 'values'}, here ${node.args.length === 1 ? 'is 1' : `are ${node.args.length}`}`,
      { name: node.name, least, most, given: node.args.length },
    );
    return false;
  };

  /** Forms whose values are computed only where they are chosen. */
  const forms: Readonly<Record<string, (node: Node & { kind: 'call' }) => Part<Row>>> = {
    IF: (node) => {
      if (!arity(node, 2, 3)) return broken;
      const condition = ofNode(node.args[0]!);
      const answers = answersOf(node.args.slice(1), 'IF');
      if (condition.type === 'unknown' || answers === undefined) return broken;
      const [yes, no] = [answers.runs[0]!, answers.runs[1] ?? (() => null)];
      const { type } = condition;
      return {
        type: answers.type,
        run: (row, context) => {
          const value = condition.run(row, context);
          return isFailure(value) ? value : holds(value, type) ? yes(row, context) : no(row, context);
        },
      };
    },
    IFS: (node) => {
      if (!arity(node, 2, 255)) return broken;
      if (node.args.length % 2 === 1)
        return complain(node, 'formula.pairs', 'IFS takes pairs of a condition and an answer', { name: 'IFS' });
      const conditions = node.args.filter((_, i) => i % 2 === 0).map((one) => ofNode(one));
      const answers = answersOf(
        node.args.filter((_, i) => i % 2 === 1),
        'IFS',
      );
      if (answers === undefined || conditions.some(({ type }) => type === 'unknown')) return broken;
      return {
        type: answers.type,
        run: (row, context) => {
          for (const [i, condition] of conditions.entries()) {
            const value = condition.run(row, context);
            if (isFailure(value)) return value;
            if (holds(value, condition.type as FormulaType)) return answers.runs[i]!(row, context);
          }
          return null;
        },
      };
    },
    SWITCH: (node) => {
      if (!arity(node, 3, 255)) return broken;
      const [subject, ...rest] = node.args as readonly [Node, ...Node[]];
      const otherwise = rest.length % 2 === 1 ? rest.at(-1) : undefined;
      const pairs = otherwise === undefined ? rest : rest.slice(0, -1);
      const of = ofNode(subject);
      const cases = pairs
        .filter((_, i) => i % 2 === 0)
        .map((node) => {
          const part = ofNode(node);
          if (of.type === 'unknown' || part.type === 'unknown') return undefined;
          const judge = comparison(node, '=', of.type, part.type);
          return judge && { part, judge };
        });
      const answers = answersOf([...pairs.filter((_, i) => i % 2 === 1), ...(otherwise ? [otherwise] : [])], 'SWITCH');
      if (answers === undefined || cases.includes(undefined)) return broken;
      return {
        type: answers.type,
        run: (row, context) => {
          const sought = of.run(row, context);
          for (const [i, one] of cases.entries()) {
            const found = one!.judge(sought, one!.part.run(row, context), context);
            if (isFailure(found)) return found;
            if (found) return answers.runs[i]!(row, context);
          }
          return otherwise === undefined ? null : answers.runs.at(-1)!(row, context);
        },
      };
    },
    IFERROR: (node) => {
      if (!arity(node, 2, 2)) return broken;
      const answers = answersOf(node.args, 'IFERROR');
      if (answers === undefined) return broken;
      const [value, instead] = answers.runs as readonly [Run<Row>, Run<Row>];
      return {
        type: answers.type,
        run: (row, context) => {
          const computed = value(row, context);
          return isFailure(computed) ? instead(row, context) : computed;
        },
      };
    },
    ISERROR: (node) => {
      if (!arity(node, 1, 1)) return broken;
      const of = ofNode(node.args[0]!);
      return of.type === 'unknown'
        ? broken
        : { type: 'boolean', run: (row, context) => isFailure(of.run(row, context)) };
    },
  };

  const ofCall = (node: Node & { kind: 'call' }): Part<Row> => {
    const name = aliases[node.name] ?? node.name;
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form !== undefined) return form({ ...node, name });
    const called = functions.get(name);
    if (called === undefined)
      return complain(node.called, 'formula.unknown_function', `There is no function ${node.name}`, {
        name: node.name,
      });
    const { least, most } = arities(called);
    if (!arity({ ...node, name }, least, most)) return broken;
    const parts = node.args.map((one) => ofNode(one));
    if (parts.some(({ type }) => type === 'unknown')) return broken;
    const types = parts.map(({ type }) => type as FormulaType);
    let right = true;
    for (const [i, type] of types.entries()) {
      const { takes } = parameterAt(called, i);
      if (fits(type, takes)) continue;
      right = false;
      complain(
        node.args[i]!,
        'formula.expects',
        `${name} expects ${takesNames[takes]} here, this is ${typeNames[type]}${hint(type, takes)}`,
        { name, takes, type },
      );
    }
    if (!right) return broken;
    if (called.moving !== undefined) moving = moving === 'minute' ? 'minute' : called.moving;
    const gives =
      typeof called.gives === 'function'
        ? called.gives(
            types,
            parts.map(({ literal }) => literal),
          )
        : called.gives;
    const takesText = parts.map((_, i) => parameterAt(called, i).takes === 'text');
    const blanks = called.blanks === true;
    return {
      type: gives,
      run: (row, context) => {
        const values: Exclude<Value, Failure>[] = [];
        for (let i = 0; i < parts.length; i++) {
          const value = parts[i]!.run(row, context);
          if (isFailure(value)) return value;
          if (takesText[i]) values.push(textOf(value, types[i]!, context));
          else if (value === null && !blanks) return null;
          else values.push(value);
        }
        let steps = 1 + (called.work?.(values) ?? 0);
        for (const value of values) steps += sizeOf(value);
        return spends(context, steps) ? bounded(called.run(values, context, types, gives)) : failure('too_much_work');
      },
    };
  };

  const ofNode = (node: Node): Part<Row> => {
    switch (node.kind) {
      case 'number': {
        const value = decimals.readDecimal(node.decimal);
        if (value === undefined || decimals.isTooLarge(value))
          return complain(node, 'formula.number', 'This number is too long');
        return { type: 'number', run: () => value };
      }
      case 'text':
        return { type: 'text', literal: node.text, run: () => node.text };
      case 'field':
        return ofField(node);
      case 'negate':
        return ofNegation(node);
      case 'binary':
        return ofBinary(node);
      case 'call':
        return ofCall(node);
    }
  };

  const whole = ofNode(parsed.tree);
  if (problems.length > 0 || whole.type === 'unknown') return { problems };
  // An empty text is no value.
  const compute: Run<Row> = (row, context) => {
    const value = bounded(whole.run(row, context));
    return value === '' ? null : value;
  };
  return { formula: { type: whole.type, reads, moving, compute } };
};
