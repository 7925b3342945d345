import { parseFormula, type Node } from './syntax.ts';

type Named = { readonly id: string; readonly name: string };
type FieldNode = Extract<Node, { readonly kind: 'field' }>;

const fieldsIn = (node: Node): readonly FieldNode[] => {
  switch (node.kind) {
    case 'field':
      return [node];
    case 'call':
      return node.args.flatMap(fieldsIn);
    case 'negate':
      return fieldsIn(node.of);
    case 'binary':
      return [...fieldsIn(node.left), ...fieldsIn(node.right)];
    default:
      return [];
  }
};

const braced = (name: string): string => `{${name.replace(/[\\}]/g, '\\$&')}}`;

/** The text with each field that `find` knows called as it answers; whatever else stands there stays as it is written. */
const renamed = (text: string, find: (name: string) => string | undefined): string => {
  const parsed = parseFormula(text);
  if ('problem' in parsed) return text;
  let made = '';
  let at = 0;
  for (const { name, from, to } of fieldsIn(parsed.tree).toSorted((a, b) => a.from - b.from)) {
    const other = find(name);
    if (other === undefined) continue;
    made += text.slice(at, from) + braced(other);
    at = to;
  }
  return made + text.slice(at);
};

/** What a formula calls its fields, as it is written; nothing of one that cannot be read. */
export const namesIn = (text: string): readonly string[] => {
  const parsed = parseFormula(text);
  return 'problem' in parsed ? [] : [...new Set(fieldsIn(parsed.tree).map(({ name }) => name))];
};

/** By exact name, by id, or by the name in other capitals, as a formula finds a field. */
export const fieldNamed = <F extends Named>(fields: readonly F[]): ((name: string) => F | undefined) => {
  const first = new Map(fields.toReversed().map((field) => [field.name, field]));
  const byFolded = new Map(fields.toReversed().map((field) => [field.name.toLowerCase(), field]));
  const byId = new Map(fields.map((field) => [field.id, field]));
  return (name) => first.get(name) ?? byId.get(name) ?? byFolded.get(name.toLowerCase());
};

/** A formula as it is kept: its fields are called by their ids, so that a renamed one is still meant. */
export const namedById = (text: string, fields: readonly Named[]): string => {
  const find = fieldNamed(fields);
  return renamed(text, (name) => find(name)?.id);
};

/** A kept formula as people read and write it. A field that is not given stays called by its id. */
export const namedByName = (text: string, fields: readonly Named[]): string => {
  const byId = new Map(fields.map(({ id, name }) => [id, name]));
  return renamed(text, (id) => byId.get(id));
};
