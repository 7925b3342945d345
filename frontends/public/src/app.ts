import { type Answer, answers, type App, type Block, type Form, type Leads, load, type Place, Refused } from './api.ts';
import { bars, funnel, gauge, lines, pie, tableOf } from './chart.ts';
import { h } from './dom.ts';
import { foot, showForm } from './form.ts';
import type { textsOf } from './texts.ts';

type T = ReturnType<typeof textsOf>;
type Child = Node | string;

/** Strangers have no live channel: what they see is asked for again after so long, while they look. */
const againMs = 30_000;
/** Blocks of this width on a phone's grid of 22 columns stand two in a row. */
const halfWide = 11;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const percent = (part: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, { style: 'percent', maximumFractionDigits: 1 }).format(part);

/** Where a link may lead; the same that the service lets in. */
const leads = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;
const anchor = (href: unknown, className: string, ...inside: readonly Child[]): HTMLElement =>
  typeof href === 'string' && leads.test(href)
    ? h(
        'a',
        {
          href,
          class: className,
          ...(!href.startsWith('/') && { target: '_blank', rel: 'noopener noreferrer nofollow' }),
        },
        ...inside,
      )
    : h('span', { class: className }, ...inside);

type Run = {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly href?: string;
};
type Line = { readonly kind: string; readonly level?: number; readonly runs: readonly Run[] };

const drawnRun = ({ text, bold, italic, underline, href }: Run): Child => {
  let node: Child = text;
  if (bold === true) node = h('strong', {}, node);
  if (italic === true) node = h('em', {}, node);
  if (underline === true) node = h('u', {}, node);
  return href === undefined ? node : anchor(href, '', node);
};
/** Words with headings, lists and links. Lines of one list that follow each other are one. */
const words = (content: unknown): readonly HTMLElement[] => {
  const all = ((content ?? {}) as { readonly blocks?: readonly Line[] }).blocks ?? [];
  const drawn: HTMLElement[] = [];
  let list: { readonly kind: string; readonly element: HTMLElement } | undefined;
  for (const { kind, level = 1, runs } of all) {
    const inside = runs.map(drawnRun);
    if (kind !== 'bullet' && kind !== 'number') {
      list = undefined;
      drawn.push(
        kind === 'heading' ? h((['h2', 'h3', 'h4'] as const)[level - 1] ?? 'h4', {}, ...inside) : h('p', {}, ...inside),
      );
      continue;
    }
    if (list?.kind !== kind) {
      list = { kind, element: h(kind === 'bullet' ? 'ul' : 'ol') };
      drawn.push(list.element);
    }
    list.element.append(h('li', {}, ...inside));
  }
  return drawn;
};

const frame = (shows: string, address: string, title: string): HTMLElement =>
  h('iframe', {
    src: `/frame?${new URLSearchParams({ [shows]: address }).toString()}`,
    title,
    sandbox:
      shows === 'picture'
        ? 'allow-same-origin'
        : 'allow-scripts allow-same-origin allow-forms allow-popups allow-presentation',
    allow: 'autoplay; fullscreen; encrypted-media; picture-in-picture',
    loading: 'lazy',
  });

const hostOf = (address: string): string => {
  try {
    return new URL(address).host;
  } catch {
    return '';
  }
};

/** What stands in the block itself; undefined for one that shows what records come to. */
const still = (t: T, { type, config }: Block): readonly Child[] | undefined => {
  const title = textIn(config['title']);
  const address = textIn(config['address']);
  switch (type) {
    case 'title_bar':
      return [
        h('h2', { class: 'blockTitle' }, textIn(config['heading'])),
        h('p', { class: 'note' }, textIn(config['line'])),
      ];
    case 'text':
      return [h('div', { class: 'text' }, ...words(config['content']))];
    case 'divider':
      return [h('hr')];
    case 'image': {
      const alt = textIn(config['alt']);
      const shown = frame('picture', address, alt || hostOf(address));
      shown.setAttribute('tabindex', '-1');
      const picture = h(
        'div',
        { class: 'framed', ...(alt === '' ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': alt }) },
        shown,
      );
      return config['href'] === undefined
        ? [picture]
        : [picture, anchor(config['href'], 'over', h('span', { class: 'hidden' }, alt || t('open')))];
    }
    case 'video': {
      const name = title || hostOf(address);
      const play = h('button', { type: 'button', class: 'plain' }, t('play'), ` ${name}`);
      const room = h('div', { class: 'framed' }, play);
      // Nothing of others is asked for before somebody wants it.
      play.addEventListener('click', () => room.replaceChildren(frame('video', address, name)));
      return [head(title), room];
    }
    case 'embed':
      return [head(title), h('div', { class: 'framed' }, frame('page', address, title || hostOf(address)))];
    case 'button':
      return [
        textIn(config['line']) === '' ? '' : h('p', {}, textIn(config['line'])),
        anchor(
          config['href'],
          config['look'] === 'plain' ? 'go plain' : 'go primary',
          textIn(config['label']) || t('open'),
        ),
      ];
    case 'button_group':
      return [
        head(title),
        h(
          'div',
          { class: config['direction'] === 'column' ? 'go column' : 'actions start' },
          ...(config['buttons'] as readonly Readonly<Record<string, unknown>>[]).map((one) =>
            anchor(one['href'], one['look'] === 'plain' ? 'go plain' : 'go primary', textIn(one['label']) || t('open')),
          ),
        ),
      ];
    case 'app_menu':
      return [
        head(title),
        h(
          'ul',
          { class: 'apps' },
          ...(config['apps'] as readonly Leads[]).map(({ label, href }) =>
            h('li', {}, anchor(href, 'go plain', label)),
          ),
        ),
      ];
    default:
      return undefined;
  }
};

const head = (title: string): Child => (title === '' ? '' : h('h2', { class: 'blockHead' }, title));

type Rule = NonNullable<Answer['value']>['rule'];
const coloured = (rule: Rule) => (rule ? { style: `color: var(--option-${rule.color}-text)` } : {});
/** What the colour of a number means. */
const ruled = (rule: Rule): Child =>
  rule
    ? h(
        'span',
        {
          class: 'rule',
          style: `color: var(--option-${rule.color}-text); background: var(--option-${rule.color}-tint)`,
        },
        rule.text,
      )
    : '';

const figure = (
  t: T,
  { type, config }: Block,
  { text, before, change, target, value, rule }: NonNullable<Answer['value']>,
): readonly Child[] => {
  const part =
    target?.value === undefined || target.value === null || target.value === 0 ? null : (value ?? 0) / target.value;
  if (type === 'speedometer')
    return part === null || target === null
      ? [h('p', { class: 'value', ...coloured(rule) }, text), ruled(rule)]
      : [
          h(
            'div',
            { class: 'gaugeBlock' },
            gauge(part, percent(part)) as HTMLElement,
            h('p', {}, h('strong', {}, text), ` / ${target.text}`, ruled(rule)),
          ),
        ];
  const good = config['good'] === 'down' ? -1 : 1;
  return [
    h('p', { class: 'value', ...coloured(rule) }, text),
    ruled(rule),
    change === null
      ? ''
      : h(
          'p',
          { class: change * good >= 0 ? 'change good' : 'change bad' },
          `${change >= 0 ? '↑' : '↓'} ${percent(Math.abs(change))}`,
        ),
    before === null ? '' : h('p', { class: 'note' }, t('before'), ` ${before.text}`),
    target === null || part === null ? '' : h('p', { class: 'note' }, `${percent(part)} / ${target.text}`),
    textIn(config['subtitle']) === '' ? '' : h('p', { class: 'note' }, textIn(config['subtitle'])),
  ];
};

const list = (
  t: T,
  { type, config }: Block,
  { columns, rows, lanes, more }: NonNullable<Answer['rows']>,
): readonly Child[] => {
  if (rows.length === 0) return [h('p', { class: 'note' }, t('empty'))];
  const note = more ? h('p', { class: 'note' }, t('firstOnes')) : '';
  const card = (cells: readonly string[]): HTMLElement =>
    h(
      'div',
      { class: 'recordCard' },
      ...cells.flatMap((text, at) =>
        text === ''
          ? []
          : [at === 0 ? h('strong', {}, text) : h('span', { class: 'note' }, `${columns[at]?.label ?? ''}: ${text}`)],
      ),
    );
  if (lanes !== null)
    return [
      h(
        'div',
        { class: 'lanes', tabindex: '0' },
        ...lanes.flatMap(({ label }, at) => {
          const own = rows.filter(({ lane }) => lane === at);
          if (own.length === 0 && label === '') return [];
          return [
            h(
              'section',
              { class: 'lane' },
              h('h3', {}, label || t('unnamed'), ` ${own.length}`),
              ...own.map(({ cells }) => card(cells)),
            ),
          ];
        }),
      ),
      note,
    ];
  if (type === 'gallery') return [h('div', { class: 'gallery' }, ...rows.map(({ cells }) => card(cells))), note];
  if (type === 'smart_list')
    return [
      h(
        'ul',
        { class: 'rows' },
        ...rows.map(({ cells }) =>
          h('li', {}, ...cells.map((text, at) => h(at === 0 ? 'strong' : 'span', { class: 'cut' }, text))),
        ),
      ),
      note,
    ];
  const title = textIn(config['title']) || t('records');
  return [
    h(
      'div',
      { class: 'scroll', tabindex: '0' },
      h(
        'table',
        { 'aria-label': title },
        h('thead', {}, h('tr', {}, ...columns.map(({ label }) => h('th', { scope: 'col' }, label)))),
        h('tbody', {}, ...rows.map(({ cells }) => h('tr', {}, ...cells.map((text) => h('td', {}, text))))),
      ),
    ),
    note,
  ];
};

const chart = (t: T, { type, config }: Block, data: NonNullable<Answer['series']>): readonly Child[] => {
  const unnamed = t('unnamed');
  const title = textIn(config['title']) || t('chart');
  if (data.points.length === 0) return [h('p', { class: 'note' }, t('empty'))];
  if (type === 'pivot') return [tableOf(data, title, unnamed, true)];
  const drawn =
    type === 'line_chart' || type === 'area_chart'
      ? lines(data, type === 'area_chart', unnamed)
      : type === 'pie_chart'
        ? pie(data, { unnamed, other: t('other') }, percent)
        : type === 'funnel'
          ? funnel(data, unnamed, percent)
          : bars(data, config['stacked'] === true, unnamed);
  if (drawn.length === 0) return [h('p', { class: 'note' }, t('empty'))];
  return type === 'pie_chart' || type === 'funnel' ? drawn : [...drawn, tableOf(data, title, unnamed)];
};

/** What records come to, in a block. */
const shown = (t: T, block: Block, answer: Answer | undefined): readonly Child[] => {
  const { config, type } = block;
  const small = type === 'simple_indicator' || type === 'complex_indicator';
  const title = textIn(config['title']);
  const name = title === '' ? '' : h('h2', { class: small ? 'blockLabel' : 'blockHead' }, title);
  if (answer === undefined) return [name, h('p', { class: 'note' }, t('loading'))];
  if (answer.value !== undefined) return [name, ...figure(t, block, answer.value)];
  if (answer.rows !== undefined) return [name, ...list(t, block, answer.rows)];
  if (answer.series !== undefined) return [name, ...chart(t, block, answer.series)];
  return [name, h('p', { class: 'note' }, t('notShown'))];
};

const formOf = (app: App, { id, config, form }: Block): Form | null =>
  form === null
    ? null
    : {
        locked: false,
        type: 'form',
        title: textIn(config['title']),
        description: textIn(config['description']),
        brand: null,
        color: null,
        submitLabel: textIn(config['button']),
        successMessage: textIn(config['thanks']),
        questions: form.questions,
        block: id,
        ticket: form.ticket,
        work: app.work,
        once: false,
        answered: null,
      };

/** Puts a block where it stands on each of the two grids. */
const placed = (element: HTMLElement, app: App, id: string): void => {
  const at = app.layouts.desktop.find((one) => one.id === id);
  const order = app.layouts.mobile.toSorted((a, b) => a.y - b.y || a.x - b.x);
  const phone: Place | undefined = order.find((one) => one.id === id);
  if (at === undefined || phone === undefined) return;
  element.style.gridColumn = `${at.x + 1} / span ${at.w}`;
  element.style.gridRow = `${at.y + 1} / span ${at.h}`;
  element.style.order = String(order.indexOf(phone));
  element.toggleAttribute('data-half', phone.w <= halfWide);
};

/** An app as strangers see it: its blocks where they stand, with what is shared of them. */
export const showApp = (t: T, app: App, show: (...children: readonly Child[]) => void): void => {
  document.title = app.title;
  const plates = app.blocks.map((block) => {
    const element = h('div', { class: 'plate', 'data-type': block.type });
    const room = h('section', { class: 'block' }, element);
    const title = textIn(block.config['title']);
    if (title !== '') room.setAttribute('aria-label', title);
    placed(room, app, block.id);
    const form = formOf(app, block);
    const own = still(t, block);
    if (form !== null) {
      const again = async (): Promise<Form | null> => {
        const anew = await load();
        if (anew.locked || anew.type !== 'dashboard') return null;
        const found = anew.blocks.find(({ id }) => id === block.id);
        return found === undefined ? null : formOf(anew, found);
      };
      showForm(t, form, (...children) => element.replaceChildren(...children), again);
    } else element.replaceChildren(...(own ?? shown(t, block, undefined)));
    return { block, room, element, asks: form === null && own === undefined, said: '' };
  });
  const asking = plates.filter(({ asks }) => asks);
  const grid = h('div', { class: 'grid' }, ...plates.map(({ room }) => room));
  if (app.background !== null)
    document.body.style.background = app.background.startsWith('#')
      ? app.background
      : `var(--option-${app.background}-tint)`;
  const bar =
    app.top_bar === null
      ? ''
      : h(
          'header',
          { class: 'topBar' },
          app.top_bar.logo === null ? '' : h('img', { src: app.top_bar.logo, alt: '', class: 'logo' }),
          h('strong', { class: 'cut' }, app.title),
          h(
            'nav',
            { 'aria-label': t('pages') },
            ...app.top_bar.tabs.map(({ label, href }) => anchor(href, 'tab', label)),
          ),
        );
  show(
    bar,
    h('h1', { class: app.shows_title && app.top_bar === null ? '' : 'hidden' }, app.title),
    grid,
    app.blocks.length === 0 ? h('p', { class: 'note' }, t('empty')) : '',
    foot(t, app.brand),
  );

  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      const found = await answers();
      for (const plate of asking) {
        const answer = found[plate.block.id] ?? { error: { code: 'gone' } };
        const said = JSON.stringify(answer);
        // What is the same stays, with where somebody scrolled to.
        if (said !== plate.said) plate.element.replaceChildren(...shown(t, plate.block, answer));
        plate.said = said;
      }
    } catch (error) {
      if (error instanceof Refused && (error.status === 404 || error.status === 403)) return location.reload();
      for (const plate of asking)
        if (plate.said === '')
          plate.element.replaceChildren(
            ...shown(t, plate.block, undefined).slice(0, 1),
            h('p', { class: 'note' }, t('offlineText')),
          );
    }
    timer = setTimeout(() => void (document.hidden ? undefined : read()), againMs);
  };
  if (asking.length === 0) return;
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && grid.isConnected) void read();
  });
  void read();
};
