import { addressOfChange, changeAnswer, type Form, type Question, Refused, send } from './api.ts';
import { h } from './dom.ts';
import type { Text, textsOf } from './texts.ts';
import { work } from './work.ts';

type T = ReturnType<typeof textsOf>;
/** A question as it stands on the page. */
type Asked = {
  readonly question: Question;
  readonly row: HTMLElement;
  readonly error: HTMLElement;
  value(): unknown;
  focus(): void;
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || value === undefined || (Array.isArray(value) && value.length === 0);

const kinds: Readonly<Record<string, { readonly as: string } & Readonly<Record<string, string>>>> = {
  email: { as: 'email', inputmode: 'email', autocomplete: 'email' },
  link: { as: 'url', inputmode: 'url' },
  phone: { as: 'tel', inputmode: 'tel', autocomplete: 'tel' },
};
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** As the browser's field takes a moment: without a zone, in the reader's own. */
const localMoment = (value: unknown): string => {
  const at = new Date(textOf(value));
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** A control of the browser: `as` is what it is to be. */
const control = ({ as, ...attributes }: Parameters<typeof h>[1] & { readonly as: string }): HTMLInputElement =>
  h('input', { ...attributes, type: as });

const drawn = (t: T, question: Question, id: string): Asked => {
  const { input, options, required, help } = question;
  const named = { id, 'aria-describedby': `${id}-help ${id}-error`, ...(required && { 'aria-required': 'true' }) };
  const error = h('p', { class: 'error', id: `${id}-error`, hidden: true });
  const note = help === '' ? null : h('p', { class: 'help', id: `${id}-help` }, help);
  const star = required ? h('span', { class: 'star', 'aria-hidden': 'true' }, ' *') : null;
  const label = h('label', { for: id, class: 'label' }, question.label, star);
  const row = (control: HTMLElement, head: HTMLElement = label): HTMLElement =>
    h('div', { class: 'question' }, head, control, note, error);

  if (input === 'tick') {
    const box = control({ ...named, as: 'checkbox', checked: question.value === true });
    const line = h('label', { class: 'pick', for: id }, box, h('span', {}, question.label, star));
    return {
      question,
      row: h('div', { class: 'question' }, line, note, error),
      error,
      value: () => box.checked,
      focus: () => box.focus(),
    };
  }
  if (input === 'options' || (input === 'option' && options.length <= 6)) {
    const chosen = new Set(Array.isArray(question.value) ? question.value : [question.value]);
    const one = input === 'option';
    const boxes = options.map((option, place) => {
      const box = control({
        as: one ? 'radio' : 'checkbox',
        name: id,
        id: `${id}-${place}`,
        value: option.id,
        checked: chosen.has(option.id),
      });
      // A choice that is not needed is taken back by a second click.
      if (one && !required)
        box.addEventListener('click', () => void (box.dataset['on'] === '1' && (box.checked = false)));
      return { box, draw: h('label', { class: 'pick card', for: box.id }, box, h('span', {}, option.label)) };
    });
    const group = h('div', { class: 'picks' }, ...boxes.map(({ draw }) => draw));
    const mark = (): void => boxes.forEach(({ box }) => (box.dataset['on'] = box.checked ? '1' : ''));
    group.addEventListener('change', mark);
    group.addEventListener('click', mark);
    mark();
    const values = (): string[] => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
    const legend = h('legend', { class: 'label' }, question.label, star);
    const set = h(
      'fieldset',
      { class: 'question', 'aria-describedby': named['aria-describedby'] },
      legend,
      group,
      note,
      error,
    );
    return {
      question,
      row: set,
      error,
      value: () => (one ? (values()[0] ?? null) : values()),
      focus: () => boxes[0]?.box.focus(),
    };
  }
  if (input === 'option') {
    const list = h(
      'select',
      named,
      h('option', { value: '' }, t('choose')),
      ...options.map((option) =>
        h('option', { value: option.id, selected: option.id === question.value }, option.label),
      ),
    );
    return { question, row: row(list), error, value: () => list.value || null, focus: () => list.focus() };
  }
  if (input === 'lines') {
    const area = h('textarea', { ...named, rows: '4' });
    area.value = textOf(question.value);
    return { question, row: row(area), error, value: () => area.value, focus: () => area.focus() };
  }
  const attributes: { readonly as: string } & Readonly<Record<string, string>> =
    input === 'number'
      ? { as: 'number', step: 'any', inputmode: 'decimal' }
      : input === 'day'
        ? { as: 'date' }
        : input === 'moment'
          ? { as: 'datetime-local' }
          : (kinds[question.shape ?? ''] ?? { as: 'text' });
  const line = control({ ...named, ...attributes });
  line.value = input === 'moment' ? localMoment(question.value) : textOf(question.value);
  const value = (): unknown => {
    // What is typed and no number is no answer that was left out.
    if (line.validity.badInput) return '?';
    if (input === 'moment') return line.value === '' ? null : new Date(line.value).toISOString();
    return line.value.trim() === '' ? null : line.value.trim();
  };
  return { question, row: row(line), error, value, focus: () => line.focus() };
};

type Show = (...children: readonly (Node | string)[]) => void;

/** One sentence within the form's card, and what leads to the answer, where it may change. */
const plate = (
  t: T,
  form: Form,
  show: Show,
  said: { readonly title: string; readonly text: string; readonly change: string | null },
  ...more: readonly HTMLElement[]
): void => {
  const title = h(headOf(form), { tabindex: '-1' }, said.title);
  const link =
    said.change === null
      ? null
      : h(
          'div',
          { class: 'change' },
          h('a', { href: addressOfChange(said.change) }, t('change')),
          h('p', { class: 'help' }, t('changeHelp')),
        );
  show(
    cover(form),
    h('div', { class: 'body done' }, title, h('p', { class: 'said' }, said.text), link, ...more),
    form.block === undefined ? foot(t, form.brand) : '',
  );
  title.focus();
};

/** On a page of other blocks a form has a heading among others. */
const headOf = ({ block }: Form): 'h1' | 'h2' => (block === undefined ? 'h1' : 'h2');

/**
 * A form as strangers fill it in, or with `changing`, what leads to an answer, fill it in again. `again` reads it anew;
 * null where it is a form no more.
 */
export const showForm = (
  t: T,
  form: Form,
  show: Show,
  again: () => Promise<Form | null>,
  changing: string | null = null,
): void => {
  if (form.block === undefined) document.title = form.title;
  if (form.answered !== null && changing === null)
    return plate(t, form, show, { title: t('answered'), text: t('answeredText'), change: form.answered.change });
  let { ticket } = form;
  let sending = false;
  const asked = form.questions.map((question, at) => drawn(t, question, `q${form.block ?? ''}${at}`));
  const failure = h('p', { class: 'failure', role: 'alert', hidden: true });
  // A question with a title begins a page; the first page may have none.
  const titles: string[] = [form.questions[0]?.page ?? ''];
  const pageOf = form.questions.map(({ page = null }, place) => {
    if (place > 0 && page !== null) titles.push(page);
    return titles.length - 1;
  });
  let at = 0;
  const isLast = (): boolean => at === titles.length - 1;
  const action = changing !== null ? t('save') : form.submitLabel || t('send');
  const button = h('button', { type: 'submit', class: 'primary' }, action);
  // People do not see it; programs fill in what they find.
  const trap = control({ as: 'text', name: 'website', tabindex: '-1', autocomplete: 'off' });
  const status = h('p', { class: 'hidden', role: 'status' });
  const back = h('button', { type: 'button', class: 'plain', hidden: true }, t('back'));
  const pageTitle = h(form.block === undefined ? 'h2' : 'h3', { class: 'pageTitle' });
  const place = h('p', { class: 'help', role: 'status' });
  /** Shows one page of the form. */
  const turn = (to: number): void => {
    at = to;
    asked.forEach(({ row }, one) => (row.hidden = pageOf[one] !== at));
    back.hidden = at === 0;
    button.textContent = isLast() ? action : t('next');
    pageTitle.textContent = titles[at] ?? '';
    pageTitle.hidden = pageTitle.textContent === '';
    place.textContent = titles.length > 1 ? t('page', { at: String(at + 1), count: String(titles.length) }) : '';
    place.hidden = titles.length < 2;
  };
  back.addEventListener('click', () => {
    turn(at - 1);
    asked[pageOf.indexOf(at)]?.focus();
  });

  const tell = (one: Asked, fault: Text | null): void => {
    one.error.hidden = fault === null;
    one.error.textContent = fault === null ? '' : t(fault);
    const control = one.row.querySelector('input, select, textarea');
    if (fault === null) control?.removeAttribute('aria-invalid');
    else control?.setAttribute('aria-invalid', 'true');
    one.row.toggleAttribute('data-wrong', fault !== null);
  };
  const fail = (text: string): void => {
    failure.textContent = text;
    failure.hidden = text === '';
  };
  const faultOf = ({ question }: Asked, value: unknown): Text | null => {
    if (!question.required) return null;
    return (question.input === 'tick' ? value !== true : isEmpty(value)) ? 'required' : null;
  };

  const done = (change: string | null): void => {
    const anew = h('button', { type: 'button', class: 'plain' }, t(changing === null ? 'again' : 'change'));
    anew.addEventListener('click', () => {
      anew.disabled = true;
      if (changing !== null) return location.reload();
      again().then(
        (next) => (next === null ? location.reload() : showForm(t, next, show, again)),
        () => location.reload(),
      );
    });
    const more = form.once && changing === null ? [] : [anew];
    const said =
      changing === null
        ? { title: t('done'), text: form.successMessage || t('doneText'), change }
        : { title: t('saved'), text: t('savedText'), change: null };
    plate(t, form, show, said, ...more);
  };

  const submit = async (): Promise<void> => {
    const values = asked.map((one) => one.value());
    // Next looks at its own page alone.
    const faults = asked.map((one, place) => (isLast() || pageOf[place] === at ? faultOf(one, values[place]) : null));
    asked.forEach((one, place) => tell(one, faults[place] ?? null));
    fail('');
    const wrong = faults.findIndex((fault) => fault !== null);
    if (wrong >= 0) {
      turn(pageOf[wrong]!);
      return asked[wrong]!.focus();
    }
    if (!isLast()) {
      turn(at + 1);
      return asked[pageOf.indexOf(at)]?.focus();
    }
    sending = true;
    button.disabled = true;
    button.textContent = status.textContent = t('sending');
    const fields = Object.fromEntries(asked.map(({ question }, one) => [question.id, values[one]]));
    let change: string | null = null;
    try {
      for (let tries = 0; changing === null; tries++) {
        try {
          const answer = { fields, ticket, proof: await work(ticket, form.work), website: trap.value };
          ({ change } = await send(form.block === undefined ? answer : { ...answer, block: form.block }));
          break;
        } catch (error) {
          // The page stood open for too long, or was quicker than people are: another ticket, once.
          if (tries > 0 || !(error instanceof Refused) || error.code !== 'public.reload') throw error;
          const anew = await again();
          if (anew === null) return location.reload();
          ({ ticket } = anew);
          await new Promise((resolve) => setTimeout(resolve, 1_600));
        }
      }
      if (changing !== null) await changeAnswer(changing, fields);
      done(change);
    } catch (error) {
      const anew = ['public.password_needed', 'public.answered'];
      if (error instanceof Refused && (error.status === 404 || anew.includes(error.code))) return location.reload();
      const told = error instanceof Refused ? error.fields : {};
      for (const one of asked) {
        const fault = told[one.question.id];
        if (fault !== undefined) tell(one, fault === 'required' ? 'required' : fault === 'taken' ? 'taken' : 'invalid');
      }
      const first = asked.findIndex(({ question }) => told[question.id] !== undefined);
      if (first >= 0) {
        turn(pageOf[first]!);
        asked[first]!.focus();
      } else if (error instanceof Refused && error.status === 429) fail(t('busy'));
      else fail(t(told[''] === 'taken' ? 'takenSome' : told[''] === undefined ? 'failed' : 'invalidSome'));
    } finally {
      sending = false;
      button.disabled = false;
      button.textContent = isLast() ? action : t('next');
      status.textContent = '';
    }
  };

  const body = h(
    'form',
    {
      class: 'body',
      novalidate: true,
      submit: (event: SubmitEvent) => {
        event.preventDefault();
        if (!sending) void submit();
      },
    },
    form.title === '' ? null : h(headOf(form), {}, form.title),
    form.description === '' ? null : h('p', { class: 'said' }, form.description),
    asked.length === 0 ? h('p', { class: 'help' }, t('nothing')) : null,
    place,
    pageTitle,
    ...asked.map(({ row }) => row),
    h('div', { class: 'trap', 'aria-hidden': 'true' }, trap),
    failure,
    status,
    asked.length === 0 ? null : h('div', { class: 'actions' }, back, button),
  );
  turn(0);
  show(cover(form), body, form.block === undefined ? foot(t, form.brand) : '');
};

const cover = ({ color, block }: Form): HTMLElement | string => {
  if (block !== undefined) return '';
  const band = h('div', { class: 'cover' });
  if (color !== null) band.style.setProperty('--cover', `var(--option-${color}-tint, var(--selected))`);
  return band;
};

export const foot = (t: T, brand: string | null): HTMLElement =>
  h('footer', {}, brand === null ? '' : t('sharedBy', { name: brand }));
