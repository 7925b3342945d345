import type { DocPage, Written } from './api.ts';
import { h } from './dom.ts';
import { foot } from './form.ts';
import type { textsOf } from './texts.ts';

type T = ReturnType<typeof textsOf>;

/** Where a link in a text may lead; the same that the service lets in. */
const leads = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

const numberOf = (value: unknown, least: number, most: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : least;

const tags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' } as const;

/** A text with its marks; the one that has an address leads there. */
const marked = (text: string, marks: Written['marks'] = []): Node | string =>
  marks.reduce<Node | string>((inner, { type: name, attrs = {} }) => {
    const { href } = attrs;
    if (typeof href === 'string')
      return leads.test(href) ? h('a', { href, rel: 'noopener noreferrer nofollow' }, inner) : inner;
    return Object.hasOwn(tags, name) ? h(tags[name as keyof typeof tags], {}, inner) : inner;
  }, text);

/** The levels of headings that a text has, the highest first: on the page they follow its title without a gap. */
const levelsIn = (node: Written): readonly number[] =>
  [
    ...new Set([
      ...(node.type === 'heading' ? [numberOf(node.attrs?.['level'], 1, 3)] : []),
      ...(node.content ?? []).flatMap(levelsIn),
    ]),
  ].toSorted((a, b) => a - b);

/** A formula: as it is written until it is drawn, and where it can not be. */
const formula = (latex: string, block: boolean): HTMLElement => {
  const source = h('code', {}, latex);
  const element = h(block ? 'div' : 'span', { class: 'formula' }, source);
  const drawn = h('span');
  void import('./formula.ts')
    .then(({ draw }) => draw(drawn, latex, block))
    .then(
      () => element.replaceChildren(drawn),
      () => source.classList.add('wrong'),
    );
  return element;
};

/** A text of the editor as elements. What this page does not know shows what is in it. */
const drawn = (t: T, node: Written, levels: readonly number[]): Node | string => {
  const inner = (): (Node | string)[] => (node.content ?? []).map((one) => drawn(t, one, levels));
  const { type: kind, attrs = {} } = node;
  switch (kind) {
    case 'text':
      return marked(node.text ?? '', node.marks);
    case 'paragraph':
      return h('p', {}, ...inner());
    case 'heading':
      return h(`h${levels.indexOf(numberOf(attrs['level'], 1, 3)) + 2}` as 'h2', {}, ...inner());
    case 'blockquote':
      return h('blockquote', {}, ...inner());
    case 'codeBlock':
      return h('pre', {}, h('code', {}, ...inner()));
    case 'horizontalRule':
      return h('hr');
    case 'hardBreak':
      return h('br');
    case 'callout':
      return h('div', { class: 'callout', 'data-tone': String(attrs['tone']) }, ...inner());
    case 'bulletList':
      return h('ul', {}, ...inner());
    case 'orderedList':
      return h('ol', { start: String(numberOf(attrs['start'], 1, 1_000_000)) }, ...inner());
    case 'listItem':
      return h('li', {}, ...inner());
    case 'taskList':
      return h('ul', { class: 'todos' }, ...inner());
    case 'taskItem': {
      const done = attrs['checked'] === true;
      const tick = h('input', { disabled: true, 'aria-label': t(done ? 'ticked' : 'notTicked') });
      [tick.type, tick.checked] = ['checkbox', done];
      return h('li', {}, tick, h('div', {}, ...inner()));
    }
    case 'table':
      return h('div', { class: 'scroll', tabindex: '0' }, h('table', {}, h('tbody', {}, ...inner())));
    case 'tableRow':
      return h('tr', {}, ...inner());
    case 'tableCell':
    case 'tableHeader':
      return h(
        kind === 'tableCell' ? 'td' : 'th',
        {
          colspan: String(numberOf(attrs['colspan'], 1, 100)),
          rowspan: String(numberOf(attrs['rowspan'], 1, 100)),
        },
        ...inner(),
      );
    case 'inlineMath':
    case 'blockMath':
      return formula(String(attrs['latex']), kind === 'blockMath');
    case 'record':
      return h('span', { class: 'chip' }, t('record'));
    default:
      return h('div', {}, ...inner());
  }
};

/** A doc page as strangers read it. */
export const showPage = (t: T, page: DocPage, show: (...children: readonly (Node | string)[]) => void): void => {
  document.title = page.title;
  const inner = (page.content.content ?? []).map((one) => drawn(t, one, levelsIn(page.content)));
  show(h('article', { class: 'text' }, h('h1', {}, page.title), ...inner), foot(t, page.brand));
};
