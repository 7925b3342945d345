import { parseSync } from 'oxc-parser';

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** The last name of what is read: `seat` of `meta.actor.seat` and of `seat`. */
const nameOf = (value: unknown): string => {
  if (!isNode(value)) return '';
  if (value.type === 'Identifier') return String(value['name']);
  if (value.type === 'MemberExpression' && value['computed'] !== true) return nameOf(value['property']);
  if (value.type === 'ChainExpression' || value.type === 'TSNonNullExpression') return nameOf(value['expression']);
  return '';
};
const textOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined;

const seats = new Set(['builder', 'member', 'viewer']);
const kinds = new Set(['user', 'token', 'link', 'system']);
const contents = new Set([
  'admin',
  'flags',
  'tables_enabled',
  'tables_disabled',
  'dashboards_enabled',
  'dashboards_disabled',
]);

/** Whether a node looks into what a right is made of: a role's permissions, a seat, the kind of an actor. */
const looks = (node: Node): boolean => {
  if (node.type === 'MemberExpression')
    return nameOf(node['object']) === 'permissions' && contents.has(nameOf(node['property']));
  if (node.type === 'VariableDeclarator')
    return isNode(node['id']) && node['id'].type === 'ObjectPattern' && nameOf(node['init']) === 'permissions';
  if (node.type !== 'BinaryExpression') return false;
  return [
    [node['left'], node['right']],
    [node['right'], node['left']],
  ].some(([side, other]) => {
    const text = textOf(other);
    if (text === undefined) return false;
    if (nameOf(side) === 'seat') return seats.has(text);
    const of = isNode(side) && side.type === 'MemberExpression' ? nameOf(side['object']) : '';
    return nameOf(side) === 'kind' && kinds.has(text) && (of === 'actor' || text === 'system' || text === 'link');
  });
};

/** The lines at which a file decides by itself who may do what, in place of `can` of `proto/rights`. */
export const ownRights = (file: string, text: string): readonly number[] => {
  const lines: number[] = [];
  if (!/\b(permissions|seat|actor)\b|'(system|link)'/.test(text)) return lines;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (looks(value)) lines.push(text.slice(0, value.start).split('\n').length);
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(file, text).program);
  return lines;
};

/** Files that look into rights without deciding by them, each with why. */
export const mayLook: Readonly<Record<string, string>> = {
  'infra/web/src/router.ts': 'tells how a caller came in: what a route declares as its access',
  'infra/live/src/standing.ts': 'tells whom a notice of changed rights concerns: the token whose rights they are',
};

/** What must be found: each a way in which a service once decided by itself. */
export const plantedRights: readonly string[] = [
  "export const may = (actor: Actor) => actor.seat !== 'viewer';",
  'export const may = (actor: Actor) => actor.permissions.admin;',
  'export const may = ({ permissions }: Actor) => permissions.flags.create_table === 1;',
  'export const may = (actor: Actor) => { const { admin } = actor.permissions; return admin; };',
  "export const may = (actor: Actor) => actor.kind === 'user' || actor.kind === 'token';",
  "export const only = (kind: string) => { if (kind !== 'system') throw new Error(); };",
];
