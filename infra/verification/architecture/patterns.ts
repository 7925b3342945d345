import { parseSync } from 'oxc-parser';

/**
 * Characters by which two parts of a pattern are compared: whether some character fits both. All of ASCII that is
 * written, blanks, and a few of what classes of Unicode tell apart.
 */
const letters: readonly string[] = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)),
  ...'\t\n\r\u00a0éÉßſªΣ日😀\u0301\u2028\u0001٣',
];

type Letters = ReadonlySet<number>;
type Node =
  | { readonly kind: 'letter'; readonly letters: Letters }
  | { readonly kind: 'empty' | 'start' | 'condition' }
  | { readonly kind: 'chain' | 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'loop'; readonly part: Node; readonly least: number; readonly most: number };

/** A loop of at most so many rounds that stands in no other one costs a bounded part of what the text's length does. */
const boundedRounds = 100;
/** So many rounds of a bounded loop are followed. */
const rounds = 3;

const read = (source: string, flags: string): { readonly node: Node; readonly trouble: string | undefined } => {
  let at = 0;
  let trouble: string | undefined;
  /** What stands in a lookahead or lookbehind runs where it stands: each is a pattern of its own. */
  const looked: Node[] = [];
  const unit = (): string => {
    const begin = at;
    if (source[at] === '[') {
      for (let depth = 0; at < source.length; at++) {
        if (source[at] === '\\') at++;
        else if (source[at] === '[' && (depth === 0 || flags.includes('v'))) depth++;
        else if (source[at] === ']' && --depth === 0) break;
      }
      at++;
    } else if (source[at] === '\\') {
      const escape = /^\\(?:[pPu]\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|[^])/iu.exec(source.slice(at, at + 80));
      at += escape?.[0].length ?? 2;
    } else at += String.fromCodePoint(source.codePointAt(at)!).length;
    return source.slice(begin, at);
  };
  const letter = (): Node => {
    const text = unit();
    const fits = new RegExp(`^(?:${text})$`, flags.replaceAll(/[gymd]/g, ''));
    return { kind: 'letter', letters: new Set(letters.flatMap((one, i) => (fits.test(one) ? [i] : []))) };
  };
  const one = (): Node => {
    const rest = source.slice(at, at + 3);
    if (rest.startsWith('(')) {
      const head = /^\((?:\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:))?/.exec(source.slice(at, at + 100))![0];
      at += head.length;
      const inner = choice();
      at++;
      if (!/[=!]$/.test(head)) return inner;
      looked.push(inner);
      return { kind: 'condition' };
    }
    if (rest.startsWith('^')) {
      at++;
      if (!flags.includes('m')) return { kind: 'start' };
      return { kind: 'letter', letters: new Set([letters.indexOf('\n')]) };
    }
    if (rest.startsWith('$')) {
      at++;
      return { kind: 'condition' };
    }
    if (/^\\[bB]/.test(rest)) {
      at += 2;
      return { kind: 'condition' };
    }
    if (/^\\(?:[1-9]|k<)/.test(rest)) {
      trouble = 'it refers back to what it found';
      at += /^\\(?:[1-9]\d*|k<[^>]*>)/.exec(source.slice(at))![0].length;
      return { kind: 'empty' };
    }
    return letter();
  };
  const looped = (): Node => {
    const part = one();
    const found = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(source.slice(at, at + 40));
    if (!found) return part;
    at += found[0].length;
    if (found[1] === undefined) {
      const [least, most] = { '*': [0, Infinity], '+': [1, Infinity] }[found[0][0]!] ?? [0, 1];
      return { kind: 'loop', part, least: least!, most: most! };
    }
    const most = found[2] === undefined ? Number(found[1]) : found[3] === '' ? Infinity : Number(found[3]);
    return { kind: 'loop', part, least: Number(found[1]), most };
  };
  const choice = (): Node => {
    const parts: Node[] = [];
    do {
      if (source[at] === '|') at++;
      const chain: Node[] = [];
      while (at < source.length && source[at] !== '|' && source[at] !== ')') chain.push(looped());
      parts.push({ kind: 'chain', parts: chain });
    } while (source[at] === '|');
    return { kind: 'choice', parts };
  };
  const whole = choice();
  return { node: looked.length > 0 ? { kind: 'choice', parts: [whole, ...looked] } : whole, trouble };
};

/** Places of a pattern and which may follow which; several ways from one to the next are counted. */
type Graph = {
  readonly letters: Letters[];
  readonly next: Map<number, number>[];
  /** Places where a search has found something, whatever follows. */
  readonly found: Set<number>;
};
type Piece = { readonly first: readonly number[]; readonly last: readonly number[]; readonly nullable: boolean };

const graphOf = (node: Node, anywhere: boolean): Graph => {
  // Place 0 is all that stands before the first match that is tried; it goes on for ever.
  const graph: Graph = { letters: [new Set(letters.keys())], next: [new Map()], found: new Set() };
  /** Where a condition or the text's start must hold at the end of a way: reaching it is no success by itself. */
  const started: number[] = [];
  const conditional = new Set<number>();
  const join = (from: readonly number[], to: readonly number[]): void => {
    for (const a of from) for (const b of to) graph.next[a]!.set(b, (graph.next[a]!.get(b) ?? 0) + 1);
  };
  const place = (fits: Letters): Piece => {
    graph.letters.push(fits);
    graph.next.push(new Map());
    return { first: [graph.letters.length - 1], last: [graph.letters.length - 1], nullable: false };
  };
  const chain = (parts: readonly (() => Piece)[]): Piece => {
    let whole: Piece = { first: [], last: [], nullable: true };
    for (const part of parts) {
      const next = part();
      join(whole.last, next.first);
      whole = {
        first: whole.nullable ? [...whole.first, ...next.first] : whole.first,
        last: next.nullable ? [...whole.last, ...next.last] : next.last,
        nullable: whole.nullable && next.nullable,
      };
    }
    return whole;
  };
  const star = (part: () => Piece): Piece => {
    const piece = part();
    join(piece.last, piece.first);
    return { ...piece, nullable: true };
  };
  const build = (from: Node, inLoop: boolean): Piece => {
    switch (from.kind) {
      case 'letter':
        return place(from.letters);
      case 'empty':
      case 'start':
      case 'condition':
        return { first: [], last: [], nullable: true };
      case 'chain': {
        const begins = from.parts[0]?.kind === 'start';
        const piece = chain(from.parts.map((part) => () => build(part, inLoop)));
        if (begins) started.push(...piece.first);
        if (from.parts.some((part, i) => part.kind === 'condition' && from.parts.slice(i).every(mayBeEmpty)))
          for (const end of piece.last) conditional.add(end);
        return piece;
      }
      case 'choice': {
        const pieces = from.parts.map((part) => build(part, inLoop));
        return {
          first: pieces.flatMap((piece) => piece.first),
          last: pieces.flatMap((piece) => piece.last),
          nullable: pieces.some((piece) => piece.nullable),
        };
      }
      case 'loop': {
        const endless = from.most > boundedRounds || (inLoop && from.most > rounds);
        const within = inLoop || from.most > 1;
        const once = (): Piece => build(from.part, within);
        const least = Math.min(from.least, rounds);
        const optional = (): Piece => ({ ...once(), nullable: true });
        if (endless)
          return least === 0
            ? star(once)
            : chain([...Array.from({ length: least - 1 }, () => once), () => ({ ...star(once), nullable: false })]);
        const more = Math.min(from.most, Math.max(rounds, least)) - least;
        return chain([...Array.from({ length: least }, () => once), ...Array.from({ length: more }, () => optional)]);
      }
    }
  };
  const whole = build(node, false);
  for (const end of whole.last) if (!conditional.has(end)) graph.found.add(end);
  if (anywhere) join([0], [0, ...whole.first.filter((first) => !started.includes(first))]);
  return graph;
};

const mayBeEmpty = (node: Node): boolean =>
  node.kind === 'letter'
    ? false
    : node.kind === 'loop'
      ? node.least === 0 || mayBeEmpty(node.part)
      : node.kind === 'chain'
        ? node.parts.every(mayBeEmpty)
        : node.kind === 'choice'
          ? node.parts.some(mayBeEmpty)
          : true;

/**
 * Why a search for a pattern may take longer than in proportion to the text, or undefined. It does where a text leads
 * from a place back to it, to a second place, and from that back to it as well (Weber and Seidl, 1991): where each of
 * its repetitions may end the first or begin the second, as many ways are tried as there are repetitions, from as many
 * beginnings. What has found something by then tries no other way. Lookarounds are looked at as patterns of their own.
 */
export const slowPattern = (source: string, flags: string): string | undefined => {
  const { node, trouble } = read(source, flags);
  if (trouble !== undefined) return trouble;
  const { letters: fits, next, found } = graphOf(node, !flags.includes('y'));
  for (const place of found) next[place]!.clear();
  const size = next.length;
  const steps = (from: number): readonly number[] => [...next[from]!.keys()].filter((to) => !found.has(to));
  const reach = Array.from({ length: size }, (_, from) => {
    const seen = new Set<number>();
    const open = [from];
    for (let here = open.pop(); here !== undefined; here = open.pop())
      for (const to of steps(here)) {
        if (seen.has(to)) continue;
        seen.add(to);
        open.push(to);
      }
    return seen;
  });
  for (let a = 0; a < size; a++)
    for (const [b, ways] of next[a]!)
      if (ways > 1 && !found.has(b) && reach[b]!.has(a)) return 'a repetition stands within another one of the same';
  const common = (a: number, b: number, c: number): boolean => {
    for (const one of fits[a]!) if (fits[b]!.has(one) && fits[c]!.has(one)) return true;
    return false;
  };
  for (let p = 0; p < size; p++) {
    if (!reach[p]!.has(p)) continue;
    for (const q of reach[p]!) {
      if (q === p || !reach[q]!.has(q)) continue;
      const seen = new Set<number>();
      const open: (readonly [number, number, number])[] = [[p, p, q]];
      for (let here = open.pop(); here !== undefined; here = open.pop())
        for (const x of steps(here[0])) {
          if (!reach[x]!.has(p)) continue;
          for (const y of steps(here[1])) {
            if (!reach[y]!.has(q) && y !== q) continue;
            for (const z of steps(here[2])) {
              if (!reach[z]!.has(q) || !common(x, y, z)) continue;
              if (x === p && y === q && z === q)
                return p === 0
                  ? 'it is tried from each place of a text and reads on from each'
                  : 'two repetitions that follow each other take the same characters';
              const key = (x * size + y) * size + z;
              if (seen.has(key)) continue;
              seen.add(key);
              open.push([x, y, z]);
            }
          }
        }
    }
  }
  return undefined;
};

type Found = { readonly line: number; readonly text: string; readonly why: string };

/** The patterns of a file that may be slow, and those that are made while it runs, which nobody can look at. */
export const slowPatterns = (file: string, text: string): Found[] => {
  const found: Found[] = [];
  const lineAt = (start: number): number => text.slice(0, start).split('\n').length;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    const { type, start, end, regex, callee } = node as {
      readonly type?: string;
      readonly start: number;
      readonly end: number;
      readonly regex?: { readonly pattern: string; readonly flags: string };
      readonly callee?: { readonly name?: string };
    };
    if (type === 'Literal' && regex) {
      const why = slowPattern(regex.pattern, regex.flags);
      if (why !== undefined) found.push({ line: lineAt(start), text: text.slice(start, end), why });
    } else if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp')
      found.push({ line: lineAt(start), text: text.slice(start, end), why: 'it is made while the program runs' });
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  visit(parseSync(file, text).program);
  return found;
};

/** Files with patterns that the rule finds, how many, and what keeps the texts that they see short. */
export const boundedBefore: Readonly<Record<string, { readonly patterns: number; readonly why: string }>> = {
  'infra/event-store/src/maintenance/backup.ts': { patterns: 1, why: 'paths of the data folder' },
  'infra/runtime/src/config.ts': { patterns: 1, why: 'an address that the operator configures' },
  'proto/fields/src/dateTime/type.ts': { patterns: 1, why: 'a moment has at most 60 characters, asked before' },
  'proto/fields/src/dates.ts': { patterns: 4, why: 'a date has at most 60 characters, asked before' },
  'proto/fields/src/shapes.ts': { patterns: 1, why: 'a telephone number has at most 40 characters, asked before' },
  'proto/formulas/src/functions/moments.ts': {
    patterns: 2,
    why: 'a format has at most 1,000 characters, asked before; what is made of one has parts of fixed width and reads 200',
  },
};

/** Texts that the rule must find, and must not. */
export const plantedPatterns: { readonly slow: readonly string[]; readonly quick: readonly string[] } = {
  slow: [
    '/(a+)+b/',
    '/(a|a)*b/',
    '/(?:a*b*)*c/',
    '/^(a+|b)*$/',
    String.raw`/^\s+|\s+$/g`,
    '/a+b/',
    '/^a*a*b/',
    String.raw`/^(\d+\.?\d*|\.\d+)$/`,
    String.raw`/<!--[\s\S]*?-->/g`,
    String.raw`/^[^@]+@[^@]+\.[^@]+$/`,
    '/(?:a{1,64}){1,64}b/',
    '/x(?=a*b)/',
    String.raw`/^(["']).*?\1/`,
    String.raw`/^\s*\/\/.*$/gm`,
    'new RegExp(text)',
    "RegExp(`^${text}$`, 'i')",
  ],
  quick: [
    String.raw`/\s+/g`,
    '/(ab)+/',
    '/^a+b/',
    '/a+b/y',
    String.raw`/^(?:[a-z]+\.)+[a-z]+$/`,
    '/a{1,64}b/',
    String.raw`/^[+-]?(\d+(\.\d*)?|\.\d+)$/`,
    String.raw`/\{([^{}]+)\}/g`,
    '/[^<]+/g',
    String.raw`/^\p{L}+$/u`,
  ],
};
