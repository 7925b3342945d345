import MarkdownIt from 'markdown-it';
import { MarkdownParser, MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown';
import { Node } from 'prosemirror-model';
import { blockFormula, inlineFormula, withinDollars } from './markdown-formulas.ts';
import { emptyPage, pageSchema } from './schema.ts';

type Json = {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: object;
  readonly content?: readonly Json[];
};

const tokenizer = new MarkdownIt('commonmark', { html: false }).enable(['table', 'strikethrough']);
tokenizer.inline.ruler.after('escape', 'inline_math', inlineFormula);
tokenizer.block.ruler.after('fence', 'block_math', blockFormula, {
  alt: ['paragraph', 'reference', 'blockquote', 'list'],
});
// What is in a cell is a paragraph.
tokenizer.core.ruler.push('cells', (state) => {
  state.tokens = state.tokens.flatMap((token, at) => {
    const before = state.tokens[at - 1]?.type;
    if (token.type !== 'inline' || (before !== 'th_open' && before !== 'td_open')) return [token];
    return [new state.Token('paragraph_open', 'p', 1), token, new state.Token('paragraph_close', 'p', -1)];
  });
});

const parser = new MarkdownParser(pageSchema, tokenizer, {
  blockquote: { block: 'blockquote' },
  paragraph: { block: 'paragraph' },
  list_item: { block: 'listItem' },
  bullet_list: { block: 'bulletList' },
  ordered_list: { block: 'orderedList', getAttrs: (token) => ({ start: Number(token.attrGet('start') ?? 1) }) },
  heading: { block: 'heading', getAttrs: (token) => ({ level: Math.min(3, Number(token.tag.slice(1))) }) },
  code_block: { block: 'codeBlock', noCloseToken: true },
  fence: {
    block: 'codeBlock',
    getAttrs: (token) => ({ language: token.info === '' ? null : token.info }),
    noCloseToken: true,
  },
  hr: { node: 'horizontalRule' },
  image: { ignore: true, noCloseToken: true },
  hardbreak: { node: 'hardBreak' },
  inline_math: { node: 'inlineMath', getAttrs: ({ content }) => ({ latex: content }) },
  block_math: { node: 'blockMath', getAttrs: ({ content }) => ({ latex: content }) },
  table: { block: 'table' },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: 'tableRow' },
  th: { block: 'tableHeader' },
  td: { block: 'tableCell' },
  em: { mark: 'italic' },
  strong: { mark: 'bold' },
  s: { mark: 'strike' },
  link: { mark: 'link', getAttrs: (token) => ({ href: token.attrGet('href') }) },
  code_inline: { mark: 'code', noCloseToken: true },
});

const box = /^\[([ xX])\](?: |$)/;
const firstText = (item: Json): string => item.content?.[0]?.content?.[0]?.text ?? '';

/** A list of which each item begins with a box is a list of to-dos. */
const withTasks = (node: Json): Json => {
  const content = node.content?.map(withTasks);
  if (node.type !== 'bulletList' || content === undefined || !content.every((item) => box.test(firstText(item))))
    return content === undefined ? node : { ...node, content };
  return {
    type: 'taskList',
    content: content.map((item): Json => {
      const [paragraph, ...rest] = item.content ?? [];
      const [text, ...others] = paragraph?.content ?? [];
      const left = text?.text?.replace(box, '') ?? '';
      return {
        type: 'taskItem',
        attrs: { checked: box.exec(text?.text ?? '')?.[1] !== ' ' },
        content: [
          { type: 'paragraph', content: [...(left === '' ? [] : [{ ...text!, text: left }]), ...others] },
          ...rest,
        ],
      };
    }),
  };
};

/** A Markdown text as a page. What Markdown has and pages have not, such as pictures, is left out. */
export const fromMarkdown = (text: string): object => {
  const page = withTasks(parser.parse(text).toJSON() as Json);
  return page.content === undefined || page.content.length === 0 ? emptyPage : page;
};

const inCell = (text: string): string =>
  text
    .trim()
    .replaceAll('|', '\\|')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

const serializer = new MarkdownSerializer(
  {
    blockquote: (state, node) => state.wrapBlock('> ', null, node, () => state.renderContent(node)),
    codeBlock: (state, node) => {
      const text = node.textContent;
      // A fence is longer than any run of the same sign within.
      const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
      state.write(`${fence}${(node.attrs['language'] as string | null) ?? ''}\n`);
      state.text(text, false);
      state.write(`\n${fence}`);
      state.closeBlock(node);
    },
    heading: (state, node) => {
      state.write(`${'#'.repeat(node.attrs['level'] as number)} `);
      state.renderInline(node, false);
      state.closeBlock(node);
    },
    horizontalRule: (state, node) => {
      state.write('---');
      state.closeBlock(node);
    },
    bulletList: (state, node) => state.renderList(node, '  ', () => '- '),
    orderedList: (state, node) => {
      const start = node.attrs['start'] as number;
      const width = String(start + node.childCount - 1).length;
      state.renderList(node, ' '.repeat(width + 2), (i) => `${String(start + i).padStart(width)}. `);
    },
    listItem: (state, node) => state.renderContent(node),
    taskList: (state, node) =>
      state.renderList(node, '  ', (i) => (node.child(i).attrs['checked'] === true ? '- [x] ' : '- [ ] ')),
    taskItem: (state, node) => state.renderContent(node),
    table: (state, node) => {
      const rows: string[][] = [];
      node.forEach((row) => {
        const cells: string[] = [];
        row.forEach((one) => void cells.push(inCell(serializer.serialize(pageSchema.node('doc', null, one.content)))));
        rows.push(cells);
      });
      const width = Math.max(1, ...rows.map((row) => row.length));
      const line = (row: readonly string[]): string =>
        `| ${Array.from({ length: width }, (_, i) => row[i] ?? '').join(' | ')} |`;
      const [head = [], ...rest] = rows;
      const lines = [line(head), `|${' --- |'.repeat(width)}`, ...rest.map(line)];
      state.write(lines[0]!);
      for (const one of lines.slice(1)) {
        state.ensureNewLine();
        state.write(one);
      }
      state.closeBlock(node);
    },
    paragraph: (state, node) => {
      state.renderInline(node);
      state.closeBlock(node);
    },
    callout: (state, node) => state.wrapBlock('> ', null, node, () => state.renderContent(node)),
    mention: (state, node) => state.text(`@${String(node.attrs['label'])}`),
    record: (state, node) => {
      const { tableId, recordId } = node.attrs as { readonly tableId: string; readonly recordId: string };
      state.write(`[record](/object/${tableId}/record/${recordId})`);
    },
    inlineMath: (state, node) => state.write(withinDollars(String(node.attrs['latex']))),
    blockMath: (state, node) => {
      const latex = String(node.attrs['latex']);
      if (latex.trim() !== '') {
        state.write('$$\n');
        state.text(latex, false);
        state.ensureNewLine();
        state.write('$$');
      }
      state.closeBlock(node);
    },
    // What it shows is another for each reader: no text has it.
    appBlock: () => undefined,
    hardBreak: (state) => state.write('\\\n'),
    text: (state: MarkdownSerializerState, node) => state.text(node.text ?? ''),
  },
  {
    italic: { open: '*', close: '*', mixable: true, expelEnclosingWhitespace: true },
    bold: { open: '**', close: '**', mixable: true, expelEnclosingWhitespace: true },
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
    // Markdown has no line under words.
    underline: { open: '', close: '', mixable: true },
    code: { open: '`', close: '`', escape: false },
    link: {
      open: '[',
      close: (_state, mark) => `](${String(mark.attrs['href']).replaceAll('(', '%28').replaceAll(')', '%29')})`,
      mixable: true,
    },
  },
  // Between two of them words would be read as a formula.
  { escapeExtraCharacters: /\$/g },
);

/** A page as Markdown. */
export const toMarkdown = (content: unknown): string =>
  `${serializer.serialize(Node.fromJSON(pageSchema, content as object))}\n`;
