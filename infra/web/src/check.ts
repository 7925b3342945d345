import type { z } from 'zod';
import type { Route, RouteSet } from './route.ts';

type Def = {
  readonly type: string;
  readonly catchall?: unknown;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly in?: z.ZodType;
  readonly getter?: () => z.ZodType;
};
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

/** Paths inside a schema at which an object silently drops keys that it does not know. */
const lenient = (schema: z.ZodType, path: string, seen: Set<z.ZodType>): string[] => {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const def = defOf(schema);
  const below = (child: z.ZodType | undefined, name: string): string[] =>
    child === undefined ? [] : lenient(child, `${path}${name}`, seen);
  if (def.type === 'object') {
    const own = def.catchall === undefined ? [path] : [];
    return [...own, ...Object.entries(def.shape ?? {}).flatMap(([key, child]) => below(child, `.${key}`))];
  }
  if (def.type === 'lazy') return below(def.getter?.(), '');
  return [
    ...below(def.element, '[]'),
    ...below(def.innerType, ''),
    ...below(def.valueType, '{}'),
    ...below(def.left, ''),
    ...below(def.right, ''),
    ...below(def.in, ''),
    ...(def.options ?? []).flatMap((child) => below(child, '')),
    ...(def.items ?? []).flatMap((child) => below(child, '[]')),
  ];
};

const placeholders = (path: string): string[] => [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]!);

const faultsOf = (one: Route): string[] => {
  const faults: string[] = [];
  if (!['public', 'session', 'api'].includes(one.access)) faults.push('lacks access');
  if (typeof one.allows !== 'string' || one.allows === '') faults.push('lacks allows');
  else if ((one.allows === 'none') !== (one.access === 'public') && one.allows === 'none')
    faults.push('allows "none" although it is not public');
  if (!/^(\/(:?[A-Za-z0-9_.-]+|\{[A-Za-z0-9_]+\}))+$/.test(one.path))
    faults.push('has a path that is not /segments/{and}/parameters');
  if (Object.keys(one.responses).length === 0) faults.push('documents no response');
  if (one.method === 'get' && one.body !== undefined) faults.push('reads a body although it is a GET');
  const names = placeholders(one.path);
  if (one.prefix !== undefined && !one.path.endsWith('}')) faults.push('has a prefix and no parameter at its end');
  if (one.forwarded === true) return faults;
  if (names.length > 0 && one.params === undefined) faults.push('has parameters without a schema');
  if (one.params !== undefined) {
    const shape = Object.keys(defOf(one.params).shape ?? {});
    if (shape.length !== names.length || names.some((name) => !shape.includes(name)))
      faults.push(`has parameters {${names.join(', ')}} but a schema of {${shape.join(', ')}}`);
  }
  for (const part of ['query', 'body'] as const) {
    const schema = one[part];
    if (schema !== undefined)
      faults.push(
        ...lenient(schema, part, new Set()).map((path) => `drops unknown keys silently at ${path}: use z.strictObject`),
      );
  }
  return faults;
};

/**
 * Refuses routes that leave something open (docs/security.md 2 and 3): throws one error that names every fault of every
 * route.
 */
export const checkRoutes = (routes: RouteSet): void => {
  const seen = new Set<string>();
  const faults = routes.flatMap((one) => {
    const name = `${String(one.method).toUpperCase()} ${one.path}`;
    const key = `${one.method} ${one.path.replaceAll(/\{[^{}]+\}/g, '{}')} ${one.prefix ?? ''}`;
    const double = seen.has(key) ? [`${name} is defined twice`] : [];
    seen.add(key);
    return [...double, ...faultsOf(one).map((fault) => `${name} ${fault}`)];
  });
  if (faults.length > 0) throw new Error(`Routes that may not be served:\n  ${faults.join('\n  ')}`);
};
