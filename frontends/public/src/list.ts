import { type List, Refused, rows } from './api.ts';
import { h } from './dom.ts';
import { foot } from './form.ts';
import type { textsOf } from './texts.ts';

type T = ReturnType<typeof textsOf>;
const pause = 250;

/** Records of a view as strangers read them. */
export const showList = (t: T, list: List, show: (...children: readonly (Node | string)[]) => void): void => {
  document.title = list.title;
  let next: string | null = null;
  let asked = 0;
  const body = h('tbody', {});
  const note = h('p', { class: 'note', role: 'status' }, t('loading'));
  const more = h('button', { type: 'button', class: 'plain', hidden: true }, t('more'));
  const search = h('input', { type: 'search', 'aria-label': t('search'), placeholder: t('search') });

  const read = async (anew: boolean): Promise<void> => {
    const mine = ++asked;
    more.disabled = true;
    try {
      const page = await rows(anew ? null : next, search.value.trim());
      if (mine !== asked) return;
      if (anew) body.replaceChildren();
      body.append(
        ...page.rows.map(({ cells }) =>
          h('tr', {}, ...cells.map((text, at) => h('td', { 'data-label': list.columns[at]?.label ?? '' }, text))),
        ),
      );
      ({ next } = page);
      more.hidden = next === null;
      note.textContent = body.rows.length > 0 ? '' : t(search.value.trim() === '' ? 'empty' : 'nothingFound');
    } catch (error) {
      if (mine !== asked) return;
      if (error instanceof Refused && (error.status === 404 || error.status === 403)) return location.reload();
      note.textContent = error instanceof Refused && error.status === 429 ? t('busy') : t('offlineText');
      more.textContent = t('retry');
      more.hidden = false;
      return;
    } finally {
      more.disabled = false;
    }
    more.textContent = t('more');
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void read(true), pause);
  });
  more.addEventListener('click', () => void read(body.rows.length === 0));

  const head = h('tr', {}, ...list.columns.map(({ label }) => h('th', { scope: 'col' }, label)));
  const table = h('table', { 'aria-label': list.title }, h('thead', {}, head), body);
  show(
    h('div', { class: 'listHead' }, h('h1', {}, list.title), search),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': list.title }, table),
    note,
    h('div', { class: 'actions' }, more),
    foot(t, list.brand),
  );
  void read(true);
};
