import { decimalOf, type Decimal } from './decimals.ts';
import { parseFormula, type Node } from './syntax.ts';

const failed: unique symbol = Symbol('failure');

/**
 * The slow, obvious evaluator that the compiled one is held against: fractions of whole numbers, booleans and texts,
 * straight from the tree. An error is the word 'failure'.
 */
type Fraction = { readonly over: bigint; readonly under: bigint };
type Plain = Fraction | string | boolean | null | typeof failed;

const fraction = ({ unscaled, scale }: Decimal): Fraction => ({ over: unscaled, under: 10n ** BigInt(scale) });
const isFraction = (value: Plain): value is Fraction => typeof value === 'object' && value !== null;
const less = (a: Plain, b: Plain): boolean =>
  isFraction(a) && isFraction(b) ? a.over * b.under < b.over * a.under : (a as string) < (b as string);
const same = (a: Plain, b: Plain): boolean =>
  isFraction(a) && isFraction(b) ? a.over * b.under === b.over * a.under : a === b;

const signs: Readonly<Record<string, (a: Fraction, b: Fraction) => Plain>> = {
  '+': (a, b) => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under }),
  '-': (a, b) => ({ over: a.over * b.under - b.over * a.under, under: a.under * b.under }),
  '*': (a, b) => ({ over: a.over * b.over, under: a.under * b.under }),
  '/': (a, b) =>
    b.over === 0n
      ? failed
      : b.over < 0n
        ? { over: -a.over * b.under, under: -a.under * b.over }
        : { over: a.over * b.under, under: a.under * b.over },
};

const naive = (node: Node, fields: Readonly<Record<string, Plain>>): Plain => {
  if (node.kind === 'number') return fraction(decimalOf(node.decimal));
  if (node.kind === 'text') return node.text;
  if (node.kind === 'field') return fields[node.name] ?? null;
  if (node.kind === 'negate') {
    const of = naive(node.of, fields);
    return isFraction(of) ? { ...of, over: -of.over } : of;
  }
  if (node.kind === 'call') {
    const [first, second, third] = node.args;
    if (node.name === 'TRUE' || node.name === 'FALSE') return node.name === 'TRUE';
    if (node.name === 'IFERROR') {
      const value = naive(first!, fields);
      return value === failed ? naive(second!, fields) : value;
    }
    const condition = naive(first!, fields);
    if (condition === failed) return failed;
    return condition === true ? naive(second!, fields) : third === undefined ? null : naive(third, fields);
  }
  const a = naive(node.left, fields);
  const b = naive(node.right, fields);
  if (a === failed || b === failed) return failed;
  if (node.operator === '&') return `${textOf(a)}${textOf(b)}`;
  if (node.operator in signs) {
    if (a === null && b === null) return null;
    const none: Fraction = { over: 0n, under: 1n };
    return signs[node.operator]!((a as Fraction | null) ?? none, (b as Fraction | null) ?? none);
  }
  const x = a === '' ? null : a;
  const y = b === '' ? null : b;
  if (node.operator === '=') return same(x, y);
  if (node.operator === '!=') return !same(x, y);
  if (x === null || y === null) return false;
  if (node.operator === '<') return less(x, y);
  if (node.operator === '>') return less(y, x);
  return node.operator === '<=' ? !less(y, x) : !less(x, y);
};

/** A fraction whose decimal ends, as a canonical decimal. */
const textOf = (value: Plain): string => {
  if (!isFraction(value)) return value === null ? '' : String(value);
  let [under, scale] = [value.under, 0];
  while ((value.over * 10n ** BigInt(scale)) % under !== 0n) scale += 1;
  const unscaled = (value.over * 10n ** BigInt(scale)) / under;
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  under = 0n;
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
};

/** The answer of a formula as text, '' for blank and '#' for an error, from texts (numbers canonical) of its fields. */
export const naiveAnswer = (
  formula: string,
  fields: Readonly<Record<string, Decimal | string | boolean | null>>,
): string => {
  const parsed = parseFormula(formula);
  if (!('tree' in parsed)) throw new Error(parsed.problem.message);
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? fraction(value) : value,
    ]),
  );
  const answer = naive(parsed.tree, values);
  return answer === failed ? '#' : textOf(answer);
};

/**
 * A formula of numbers, texts, conditions and signs that is right by its types, over the fields `n1`, `n2`, `t1` and `b1`;
 * divisions are by powers of ten, so that every number ends. `random` answers numbers in [0, 1).
 */
export const generateFormula = (random: () => number, depth = 4): string => {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const number = (left: number): string => {
    if (left === 0 || random() < 0.2) return pick(['{n1}', '{n2}', '0', '1', '2.5', '0.001', '-7', '12345678901234.5']);
    const kind = random();
    if (kind < 0.6) return `(${number(left - 1)} ${pick(['+', '-', '*'])} ${number(left - 1)})`;
    if (kind < 0.7) return `${number(left - 1)} / ${pick(['10', '-100', '0', '0.1'])}`;
    if (kind < 0.8) return `-${number(left - 1)}`;
    return kind < 0.9
      ? `IF(${boolean(left - 1)}, ${number(left - 1)}, ${number(left - 1)})`
      : `IFERROR(${number(left - 1)}, ${number(left - 1)})`;
  };
  const text = (left: number): string => {
    if (left === 0 || random() < 0.3) return pick(['{t1}', '"a"', '"B"', "'ç'", '""']);
    return random() < 0.7
      ? `(${pick([text, number, boolean])(left - 1)} & ${text(left - 1)})`
      : `IF(${boolean(left - 1)}, ${text(left - 1)})`;
  };
  const boolean = (left: number): string => {
    if (left === 0 || random() < 0.2) return pick(['{b1}', 'TRUE', 'FALSE()']);
    const of = pick([number, text]);
    return `(${of(left - 1)} ${pick(['=', '!=', '<', '<=', '>', '>='])} ${of(left - 1)})`;
  };
  return pick([number, text, boolean])(depth);
};
