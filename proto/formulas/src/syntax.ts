/** A place in the text of a formula, in UTF-16 units: `from` is the first, `to` the one after the last. */
export type Span = { readonly from: number; readonly to: number };

/** What is wrong with a formula, and where: a stable code for translation with its parameters, and the English sentence. */
export type Problem = Span & {
  readonly code: string;
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
};

export type BinaryOperator = '+' | '-' | '*' | '/' | '&' | '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A parsed formula. `decimal` is canonical; `name` of a field is as written, of a function in capitals. */
export type Node = Span &
  (
    | { readonly kind: 'number'; readonly decimal: string }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'field'; readonly name: string }
    | { readonly kind: 'call'; readonly name: string; readonly called: Span; readonly args: readonly Node[] }
    | { readonly kind: 'negate'; readonly of: Node }
    | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Node; readonly right: Node }
  );

export const maxFormulaLength = 10_000;
/** Levels of brackets and calls. */
const maxDepth = 64;

type Token = Span & {
  readonly kind: 'number' | 'text' | 'field' | 'name' | 'sign' | 'end';
  readonly value: string;
};

/** Ends the parsing of a formula; a caller sees it as a problem. */
class Unreadable extends Error {
  readonly problem: Problem;
  constructor(span: Span, code: string, message: string, params: Problem['params'] = {}) {
    super(message);
    this.problem = { from: span.from, to: span.to, code, message, params };
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const signs = ['!=', '<>', '<=', '>=', '(', ')', ',', '+', '-', '*', '/', '&', '=', '<', '>'] as const;
const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9';
const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}_]/u.test(char);

/** What stands between two marks, with a backslash before a mark that is meant itself. */
const quoted = (text: string, from: number, close: string, unclosed: string): { value: string; to: number } => {
  let value = '';
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at]!;
    if (char === close) return { value, to: at + 1 };
    if (char === '\\' && at + 1 < text.length) {
      at += 1;
      value += escapes[text[at]!] ?? text[at]!;
    } else value += char;
  }
  throw new Unreadable({ from, to: text.length }, 'formula.unclosed', unclosed, { mark: close });
};

const tokensOf = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    const from = at;
    if (/\s/.test(char)) {
      at += 1;
      continue;
    }
    if (isDigit(char) || (char === '.' && isDigit(text[at + 1]))) {
      while (isDigit(text[at])) at += 1;
      if (text[at] === '.') at += 1;
      while (isDigit(text[at])) at += 1;
      tokens.push({ kind: 'number', value: text.slice(from, at), from, to: at });
    } else if (char === '"' || char === "'") {
      const { value, to } = quoted(text, from, char, `This text has no closing ${char}`);
      tokens.push({ kind: 'text', value, from, to });
      at = to;
    } else if (char === '{') {
      const { value, to } = quoted(text, from, '}', 'This field has no closing }');
      tokens.push({ kind: 'field', value: value.trim(), from, to });
      at = to;
    } else if (isLetter(char)) {
      while (isLetter(text[at]) || isDigit(text[at])) at += 1;
      tokens.push({ kind: 'name', value: text.slice(from, at), from, to: at });
    } else {
      const sign = signs.find((known) => text.startsWith(known, at));
      if (sign === undefined)
        throw new Unreadable({ from, to: at + 1 }, 'formula.unknown_sign', `A formula cannot have ${char} here`, {
          sign: char,
        });
      at += sign.length;
      tokens.push({ kind: 'sign', value: sign === '<>' ? '!=' : sign, from, to: at });
    }
  }
  tokens.push({ kind: 'end', value: '', from: text.length, to: text.length });
  return tokens;
};

/** From what binds least to what binds most. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['=', '!=', '<', '<=', '>', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/'],
];

const parse = (text: string): Node => {
  const tokens = tokensOf(text);
  let next = 0;
  let depth = 0;
  const peek = (): Token => tokens[next]!;
  const isSign = (value: string): boolean => peek().kind === 'sign' && peek().value === value;
  const expect = (value: string, opened: Token): Token => {
    if (isSign(value)) return tokens[next++]!;
    const end = peek().kind === 'end';
    throw new Unreadable(
      end ? opened : peek(),
      end ? 'formula.unclosed' : 'formula.unexpected',
      end ? `This ${opened.value} has no closing ${value}` : `${value} or an operator is expected before this`,
      { mark: value },
    );
  };
  const deeper = <T>(span: Span, work: () => T): T => {
    depth += 1;
    if (depth > maxDepth)
      throw new Unreadable(span, 'formula.too_deep', `A formula has at most ${maxDepth} levels`, { max: maxDepth });
    const made = work();
    depth -= 1;
    return made;
  };

  const binary = (level: number): Node => {
    const operators = levels[level];
    if (operators === undefined) return unary();
    let left = binary(level + 1);
    for (;;) {
      const token = peek();
      const operator = token.kind === 'sign' ? operators.find((known) => known === token.value) : undefined;
      if (operator === undefined) return left;
      next += 1;
      const right = binary(level + 1);
      left = { kind: 'binary', operator, left, right, from: left.from, to: right.to };
    }
  };
  const unary = (): Node => {
    const token = peek();
    if (token.kind !== 'sign' || (token.value !== '-' && token.value !== '+')) return primary();
    next += 1;
    return deeper(token, () => {
      const of = unary();
      return token.value === '+' ? of : { kind: 'negate', of, from: token.from, to: of.to };
    });
  };
  const args = (opened: Token): { readonly args: readonly Node[]; readonly to: number } => {
    const given: Node[] = [];
    if (isSign(')')) return { args: given, to: tokens[next++]!.to };
    for (;;) {
      given.push(binary(0));
      if (isSign(',')) next += 1;
      else return { args: given, to: expect(')', opened).to };
    }
  };
  const primary = (): Node => {
    const token = tokens[next++]!;
    const { from, to } = token;
    if (token.kind === 'number') return { kind: 'number', decimal: token.value, from, to };
    if (token.kind === 'text') return { kind: 'text', text: token.value, from, to };
    if (token.kind === 'field') return { kind: 'field', name: token.value, from, to };
    if (token.kind === 'name') {
      const name = token.value.toUpperCase();
      if (!isSign('('))
        return name === 'TRUE' || name === 'FALSE'
          ? { kind: 'call', name, called: token, args: [], from, to }
          : { kind: 'field', name: token.value, from, to };
      const opened = tokens[next++]!;
      const given = deeper(token, () => args(opened));
      return { kind: 'call', name, called: { from, to }, args: given.args, from, to: given.to };
    }
    if (token.kind === 'sign' && token.value === '(')
      return deeper(token, () => {
        const inner = binary(0);
        const closed = expect(')', token);
        return { ...inner, from, to: closed.to };
      });
    throw new Unreadable(
      token,
      token.kind === 'end' ? 'formula.ends_early' : 'formula.unexpected',
      token.kind === 'end' ? 'The formula ends where a value is expected' : `A value is expected before ${token.value}`,
      { mark: token.value },
    );
  };

  if (peek().kind === 'end') throw new Unreadable(peek(), 'formula.empty', 'The formula is empty');
  const tree = binary(0);
  if (peek().kind !== 'end')
    throw new Unreadable(peek(), 'formula.unexpected', `An operator is expected before ${peek().value}`, {
      mark: peek().value,
    });
  return tree;
};

/**
 * Parses a formula: numbers, texts in quotes, `{Field name}` (without braces where the name is one word), functions and
 * operators. Answers its tree, or the first problem of its form.
 */
export const parseFormula = (text: string): { readonly tree: Node } | { readonly problem: Problem } => {
  if (text.length > maxFormulaLength)
    return {
      problem: {
        from: maxFormulaLength,
        to: text.length,
        code: 'formula.too_long',
        message: `A formula has at most ${maxFormulaLength} characters`,
        params: { max: maxFormulaLength },
      },
    };
  try {
    return { tree: parse(text) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    throw error;
  }
};
