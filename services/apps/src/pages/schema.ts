import { isId } from '@tessera/kernel';
import { Node, Schema } from 'prosemirror-model';
import { faultInBlock } from './blocks.ts';

const blocks = 'block+';
const cell = {
  content: blocks,
  attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } },
  isolating: true,
} as const;

const latexOf = ({ attrs }: Node): string => String(attrs['latex']);

/**
 * What a page may hold: the nodes and marks of the editor, by its names. A text that does not fit is refused, so that
 * nothing but these is ever shown.
 */
export const pageSchema = new Schema({
  nodes: {
    doc: { content: blocks },
    paragraph: { content: 'inline*', group: 'block' },
    heading: { content: 'inline*', group: 'block', attrs: { level: { default: 1 } }, defining: true },
    blockquote: { content: blocks, group: 'block', defining: true },
    codeBlock: {
      content: 'text*',
      group: 'block',
      marks: '',
      code: true,
      defining: true,
      attrs: { language: { default: null } },
    },
    horizontalRule: { group: 'block' },
    callout: { content: blocks, group: 'block', defining: true, attrs: { tone: { default: 'info' } } },
    bulletList: { content: 'listItem+', group: 'block list' },
    orderedList: {
      content: 'listItem+',
      group: 'block list',
      attrs: { start: { default: 1 }, type: { default: null } },
    },
    listItem: { content: 'paragraph block*', defining: true },
    taskList: { content: 'taskItem+', group: 'block list' },
    taskItem: { content: 'paragraph block*', defining: true, attrs: { checked: { default: false } } },
    table: { content: 'tableRow+', group: 'block', isolating: true },
    tableRow: { content: '(tableCell | tableHeader)*' },
    tableCell: cell,
    tableHeader: cell,
    hardBreak: { inline: true, group: 'inline', selectable: false },
    // Somebody, by their name as it was written.
    mention: {
      inline: true,
      group: 'inline',
      atom: true,
      attrs: { userId: {}, label: { default: '' } },
      leafText: (node) => `@${String(node.attrs['label'])}`,
    },
    // What it is called and holds is not kept here: each reader is told what they may see of it.
    record: { inline: true, group: 'inline', atom: true, attrs: { tableId: {}, recordId: {} } },
    // Formulas as LaTeX, in a line and on their own.
    inlineMath: { inline: true, group: 'inline', atom: true, attrs: { latex: {} }, leafText: latexOf },
    blockMath: { group: 'block', atom: true, attrs: { latex: {} }, leafText: latexOf },
    // A block of an app, drawn for each reader by what they may see.
    appBlock: { group: 'block', atom: true, attrs: { blockId: {}, height: {}, config: {} } },
    text: { group: 'inline' },
  },
  marks: {
    link: {
      attrs: {
        href: {},
        target: { default: null },
        rel: { default: null },
        class: { default: null },
        title: { default: null },
      },
      inclusive: false,
    },
    bold: {},
    italic: {},
    underline: {},
    strike: {},
    code: { excludes: '_' },
  },
});

/** Of a page as JSON at most: it stands twice in the commit of a change, as it was and as it is. */
export const mostContentLength = 400_000;
/** Letters of a page that its list is searched by. */
const mostSearched = 2000;

export const emptyPage = { type: 'doc', content: [{ type: 'paragraph' }] } as const;

const href = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;
const levels: ReadonlySet<unknown> = new Set([1, 2, 3]);
const tones: ReadonlySet<unknown> = new Set(['info', 'success', 'warning', 'danger']);
const longestName = 200;
const longestFormula = 2000;
const isGiven = (id: unknown): boolean => typeof id === 'string' && isId(id);

/** What is wrong with the attributes of one node. */
const faultIn = ({ type, attrs }: Node): string | undefined => {
  const { level, tone, userId, label, tableId, recordId, latex } = attrs as Readonly<Record<string, unknown>>;
  if (type.name === 'heading' && !levels.has(level)) return 'a heading has a level from 1 to 3';
  if (type.name === 'callout' && !tones.has(tone)) return 'a callout is info, success, warning or danger';
  if (type.name === 'mention' && !(isGiven(userId) && typeof label === 'string' && label.length <= longestName))
    return 'a mention names a person';
  if (type.name === 'record' && !(isGiven(tableId) && isGiven(recordId)))
    return 'a record is named by its table and its id';
  if (type.name === 'appBlock') return faultInBlock(attrs);
  const isMath = type.name === 'inlineMath' || type.name === 'blockMath';
  if (isMath && !(typeof latex === 'string' && latex.length <= longestFormula))
    return `a formula is LaTeX of at most ${longestFormula} characters`;
  return undefined;
};

/** What is wrong with a text for a page; undefined where it fits. */
export const faultOf = (content: unknown): string | undefined => {
  let node: Node;
  try {
    node = Node.fromJSON(pageSchema, content as object);
    node.check();
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'not a page';
  }
  if (node.type.name !== 'doc') return 'a page is a doc';
  let fault: string | undefined;
  node.descendants((one) => {
    fault ??= faultIn(one);
    for (const { type, attrs } of one.marks)
      if (type.name === 'link' && !(typeof attrs['href'] === 'string' && href.test(attrs['href'])))
        fault ??= 'a link leads to a page or to an e-mail address';
    return fault === undefined;
  });
  return fault;
};

/** A node as JSON. */
type Written = { readonly type: string; readonly content?: readonly Written[]; readonly [more: string]: unknown };

/**
 * A text for those who are nobody here: people are names, records are only that, and no id of either is left; blocks are
 * not there.
 */
export const forStrangers = (contentJson: string): Written => {
  const told = (node: Written): Written => {
    if (node.type === 'mention') {
      const { label } = node['attrs'] as { readonly label?: string };
      return pageSchema.text(`@${label ?? ''}`).toJSON() as Written;
    }
    if (node.type === 'record') return { type: 'record' };
    const content = node.content?.filter(({ type }) => type !== 'appBlock').map(told);
    return content === undefined ? node : { ...node, content };
  };
  return told(JSON.parse(contentJson) as Written);
};

/** The beginning of a page's words. */
export const wordsOf = (contentJson: string): string => {
  try {
    const node = Node.fromJSON(pageSchema, JSON.parse(contentJson) as object);
    return node
      .textBetween(0, node.content.size, ' ', (leaf) => leaf.type.spec.leafText?.(leaf) ?? ' ')
      .slice(0, mostSearched);
  } catch {
    return '';
  }
};
