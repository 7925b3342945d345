import { fold, isParts, partColumn } from '@tessera/kernel/cells';
import type { Cell, Operand, PartsCell } from '@tessera/kernel';
import { emptiness, not, numberOperators, textOperators } from './operators.ts';
import { countAggregates, lineBreaks, storable } from './shared.ts';
import { FieldError, type FieldType, type FilterOperator } from './type.ts';

/** One line that is ticked. Ids are unique within their value, and stay when the line is written anew. */
export type Item = { readonly id: string; readonly label: string; readonly checked: boolean };
/** What one editor did to a line: `after` is the line before it, null for the first place. */
export type ItemChange = {
  readonly id: string;
  readonly label?: string;
  readonly checked?: boolean;
  readonly after?: string | null;
  readonly removed?: true;
};

const mostItems = 200;
const longestLabel = 500;
const longestText = mostItems * (longestLabel + 8);
const idShape = /^[A-Za-z0-9_-]{1,40}$/;
const marked = /^(?:[-*•]\s*)?(?:\[(?<mark>[ xX✓]?)\]|(?<sign>[☐☑✓✔✗]))(?<rest>.*)$/u;
const bullet = /^[-*•]\s+/;

const invalid = (): FieldError => new FieldError('items.invalid', 'This is no list of items');

const labelOf = (text: string): string => {
  const label = storable(text).replace(lineBreaks, ' ').replace(/\s+/g, ' ').trim();
  if (label.length > longestLabel)
    throw new FieldError('items.too_long', `An item has at most ${longestLabel} characters`, { limit: longestLabel });
  return label;
};

export const itemsIn = (cell: Cell | null): readonly Item[] =>
  isParts(cell) ? (JSON.parse(cell['whole'] as string) as readonly Item[]) : [];

const lineOf = ({ label, checked }: Item): string => `[${checked ? 'x' : ' '}] ${label}`;

/** Items as a cell: what queries ask of them stands beside. Those without a label are left out. Throws FieldError. */
const cellOf = (given: readonly Item[]): PartsCell | null => {
  const items = given.flatMap(({ id, label: text, checked }) => {
    const label = labelOf(text);
    return label === '' ? [] : [{ id, label, checked }];
  });
  if (items.length > mostItems)
    throw new FieldError('items.too_many', `A value has at most ${mostItems} items`, { limit: mostItems });
  if (new Set(items.map(({ id }) => id)).size !== items.length) throw invalid();
  if (items.length === 0) return null;
  const done = items.filter(({ checked }) => checked).length;
  return {
    whole: JSON.stringify(items),
    lines: items.map(lineOf).join('\n'),
    done: String(done),
    total: String(items.length),
    share: String(Math.round((done * 100) / items.length)),
  };
};

/** The items of a text, a line each; "[x]" and the like before it tick it. Their ids are their places. */
const parse = (text: string): readonly Item[] =>
  text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, at) => {
      const {
        mark = '',
        sign = '',
        rest = line.replace(bullet, ''),
      } = line.length > 2 * longestLabel ? {} : (marked.exec(line)?.groups ?? {});
      return { id: String(at + 1), label: rest, checked: /[xX✓]/.test(mark) || /[☑✓✔]/.test(sign) };
    });

const fromList = (value: readonly unknown[]): readonly Item[] =>
  value.map((one, at) => {
    if (typeof one === 'string') return { id: String(at + 1), label: one, checked: false };
    if (typeof one !== 'object' || one === null) throw invalid();
    const { id = String(at + 1), label, checked = false, ...others } = one as Readonly<Record<string, unknown>>;
    if (typeof id !== 'string' || !idShape.test(id) || typeof label !== 'string' || typeof checked !== 'boolean')
      throw invalid();
    if (Object.keys(others).length > 0) throw invalid();
    return { id, label, checked };
  });

const changesIn = (value: unknown): readonly ItemChange[] => {
  const changes: unknown = (value as { readonly changes?: unknown } | null)?.changes;
  if (!Array.isArray(changes) || changes.length === 0 || changes.length > mostItems) throw invalid();
  for (const one of changes as readonly Partial<Record<keyof ItemChange, unknown>>[]) {
    if (typeof one !== 'object' || one === null || typeof one.id !== 'string' || !idShape.test(one.id)) throw invalid();
    if (one.label !== undefined && typeof one.label !== 'string') throw invalid();
    if (one.checked !== undefined && typeof one.checked !== 'boolean') throw invalid();
    if (one.after !== undefined && one.after !== null && typeof one.after !== 'string') throw invalid();
    if (one.removed !== undefined && one.removed !== true) throw invalid();
    for (const name of Object.keys(one))
      if (!['id', 'label', 'checked', 'after', 'removed'].includes(name)) throw invalid();
  }
  return changes as readonly ItemChange[];
};

/** Items with what an editor did to them. What somebody else took away meanwhile stays away, unless it is written anew. */
export const withChanges = (items: readonly Item[], changes: readonly ItemChange[]): readonly Item[] => {
  const list = [...items];
  for (const { id, label, checked, after, removed } of changes) {
    const at = list.findIndex((one) => one.id === id);
    const present = list[at];
    if (removed === true) {
      if (present !== undefined) list.splice(at, 1);
      continue;
    }
    if (present === undefined && label === undefined) continue;
    const next = { id, label: label ?? present!.label, checked: checked ?? present?.checked ?? false };
    if (present !== undefined && after === undefined) {
      list[at] = next;
      continue;
    }
    if (present !== undefined) list.splice(at, 1);
    const before = after === null ? 0 : list.findIndex((one) => one.id === after) + 1;
    // A line whose neighbour is gone, and one without a place, stands at the end.
    list.splice(before === 0 && after !== null ? list.length : before, 0, next);
  }
  return list;
};

/** What leads from some items to others, line by line. */
export const changesBetween = (before: readonly Item[], after: readonly Item[]): readonly ItemChange[] => {
  const was = new Map(before.map((one) => [one.id, one]));
  const stays = new Set(after.map(({ id }) => id));
  const changes: ItemChange[] = before.filter(({ id }) => !stays.has(id)).map(({ id }) => ({ id, removed: true }));
  const kept = before.filter(({ id }) => stays.has(id)).map(({ id }) => id);
  const order = after.filter(({ id }) => was.has(id)).map(({ id }) => id);
  const moved = kept.join() !== order.join();
  after.forEach(({ id, label, checked }, at) => {
    const old = was.get(id);
    const place = old === undefined || moved ? { after: after[at - 1]?.id ?? null } : {};
    const change = {
      id,
      ...(old?.label !== label && { label }),
      ...((old === undefined ? checked : old.checked !== checked) && { checked }),
      ...place,
    };
    if (Object.keys(change).length > 1) changes.push(change);
  });
  return changes;
};

const part = (left: Operand, name: 'lines' | 'share'): Operand => ({
  kind: 'field',
  column: partColumn(left.column, name),
  storage: name === 'lines' ? 'text' : 'decimal',
  ...(name === 'share' && { scale: 0 }),
});
const contains = textOperators.find(({ id }) => id === 'contains')!.predicate;
const operators: readonly FilterOperator[] = [
  { id: 'isTrue', value: 'none', predicate: (left) => ({ op: 'eq', left: part(left, 'share'), value: '100' }) },
  {
    id: 'isFalse',
    value: 'none',
    predicate: (left) => not({ op: 'eq', left: part(left, 'share'), value: '100' }),
  },
  {
    id: 'contains',
    value: 'text',
    predicate: (left, value, props, context) => contains(part(left, 'lines'), value, props, context),
  },
  ...emptiness,
];

const words = ['Call back', 'Send offer', 'Sign, both', 'Überprüfen', '[draft] check', 'São Paulo'];

/** A type whose values are lines that are ticked. What each adds is its own. */
export const itemsType = (
  own: Pick<FieldType, 'id'> & Partial<Pick<FieldType, 'properties' | 'props'>>,
): FieldType => ({
  properties: {},
  props: () => ({}),
  ...own,
  storage: 'parts',
  parts: {
    whole: { kind: 'text' },
    lines: { kind: 'text', searchable: true },
    done: { kind: 'decimal', scale: 0 },
    total: { kind: 'decimal', scale: 0 },
    share: { kind: 'decimal', scale: 0 },
  },
  mainPart: 'share',
  partOperators: { done: numberOperators, total: numberOperators, share: numberOperators },
  searchable: true,
  keyable: false,
  family: 'items',
  conversions: { group: 'items', to: ['text', 'items'] },
  format: {
    takes: `A list of items, \`{id, label, checked}\`, at most ${mostItems} of ${longestLabel} characters each. A text is an item that is open. \`{"changes": [{id, label?, checked?, after?, removed?}]}\` changes some of them and leaves what others do to the rest; \`after\` is the id of the item before it, null for the first place.`,
    example: [{ id: '1', label: 'Send the offer', checked: true }],
  },
  fromJson: (value) => {
    if (value === null || value === '') return null;
    if (typeof value === 'string') return cellOf(parse(value));
    if (!Array.isArray(value)) throw invalid();
    return cellOf(fromList(value as readonly unknown[]));
  },
  toJson: (cell) => itemsIn(cell),
  fromText: (text) => {
    if (text.length > longestText) throw invalid();
    return cellOf(parse(text));
  },
  toText: (cell) => itemsIn(cell).map(lineOf).join('\n'),
  amend: {
    asks: (value) => typeof value === 'object' && value !== null && 'changes' in value,
    apply: (present, value) => cellOf(withChanges(itemsIn(present), changesIn(value))),
    between: (before, after) => {
      const lists = [before ?? [], after ?? []];
      if (!lists.every((one) => Array.isArray(one))) return undefined;
      const changes = changesBetween(lists[0] as readonly Item[], lists[1] as readonly Item[]);
      return changes.length === 0 || changes.length > mostItems ? undefined : { changes };
    },
  },
  sample: (random) =>
    cellOf(
      Array.from({ length: 1 + Math.floor(random() * 4) }, (_, at) => ({
        id: String(at + 1),
        label: words[Math.floor(random() * words.length)]!,
        checked: random() < 0.5,
      })),
    )!,
  operators,
  sortable: true,
  aggregates: countAggregates,
});

/** Whether two labels are the same line to people. */
export const sameItem = (a: string, b: string): boolean => fold(a) === fold(b);
