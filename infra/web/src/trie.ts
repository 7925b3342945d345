import type { Route } from './route.ts';

/**
 * Routes by path segment. A fixed segment wins over a parameter, and a parameter with a prefix over one without; the search backs out of a fixed branch that leads
 * nowhere.
 */
export type Trie<T> = {
  readonly fixed: Map<string, Trie<T>>;
  /** What a last parameter that begins so leads to. */
  prefixed?: Map<string, Trie<T>>;
  parameter?: Trie<T>;
  readonly methods: Map<string, T>;
};

export const emptyTrie = <T>(): Trie<T> => ({ fixed: new Map(), methods: new Map() });

/** Adds a route; returns the names of its parameters with the index of each one's segment. */
export const addRoute = <T>(root: Trie<T>, route: Pick<Route, 'method' | 'path' | 'prefix'>, value: T): void => {
  let node = root;
  const segments = route.path.slice(1).split('/');
  for (const [at, segment] of segments.entries()) {
    if (route.prefix !== undefined && at === segments.length - 1) {
      const prefixed = (node.prefixed ??= new Map());
      let next = prefixed.get(route.prefix);
      if (next === undefined) prefixed.set(route.prefix, (next = emptyTrie()));
      node = next;
    } else if (segment.startsWith('{')) node = node.parameter ??= emptyTrie();
    else {
      let next = node.fixed.get(segment);
      if (next === undefined) node.fixed.set(segment, (next = emptyTrie()));
      node = next;
    }
  }
  node.methods.set(route.method, value);
};

/** Where each parameter of a path stands: `[name, index of the segment]`. */
export const parameterPlaces = (path: string): readonly (readonly [string, number])[] =>
  path
    .slice(1)
    .split('/')
    .flatMap((segment, index) => (segment.startsWith('{') ? [[segment.slice(1, -1), index] as const] : []));

/** The methods at a path, or undefined if no route has it. A final slash is as if absent. */
export const findMethods = <T>(node: Trie<T>, segments: readonly string[], at = 0): Map<string, T> | undefined => {
  if (at === segments.length) return node.methods.size === 0 ? undefined : node.methods;
  const segment = segments[at]!;
  const fixed = node.fixed.get(segment);
  if (fixed !== undefined) {
    const found = findMethods(fixed, segments, at + 1);
    if (found !== undefined) return found;
  }
  if (node.prefixed !== undefined && at === segments.length - 1)
    for (const [prefix, leaf] of node.prefixed) if (segment.startsWith(prefix)) return leaf.methods;
  if (segment === '') return at > 0 && at === segments.length - 1 && node.methods.size > 0 ? node.methods : undefined;
  return node.parameter === undefined ? undefined : findMethods(node.parameter, segments, at + 1);
};
