import './page.css';
import { changeOf, enter, type Form, load, type Page, readAnswer, Refused } from './api.ts';
import { h } from './dom.ts';
import { showForm } from './form.ts';
import { showList } from './list.ts';
import { languageOf, textsOf } from './texts.ts';

const language = languageOf(navigator.languages);
const t = textsOf(language);
const dark = matchMedia('(prefers-color-scheme: dark)');
const root = document.querySelector<HTMLElement>('#root')!;
const paint = (): void => void (document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light');
paint();
dark.addEventListener('change', paint);
document.documentElement.lang = language;

const show =
  (name: string) =>
  (...children: readonly (Node | string)[]): void => {
    root.className = name;
    root.removeAttribute('aria-busy');
    root.replaceChildren(...children);
    scrollTo(0, 0);
  };

/** One sentence, and nothing of what may be behind it. */
const plate = (title: string, text: string, ...more: readonly HTMLElement[]): void => {
  document.title = title;
  show('card')(h('div', { class: 'body done' }, h('h1', {}, title), h('p', { class: 'said' }, text), ...more));
};

const askPassword = (): void => {
  document.title = t('locked');
  const field = h('input', {
    type: 'password',
    id: 'password',
    autocomplete: 'off',
    'aria-describedby': 'wrong',
    required: true,
  });
  const wrong = h('p', { class: 'error', id: 'wrong', role: 'alert', hidden: true });
  const button = h('button', { type: 'submit', class: 'primary' }, t('open'));
  const submit = async (): Promise<void> => {
    button.disabled = true;
    try {
      await enter(field.value);
      await start();
    } catch (error) {
      wrong.textContent =
        error instanceof Refused && error.code === 'public.password_wrong'
          ? t('wrong')
          : error instanceof Refused && (error.status === 429 || error.status === 503)
            ? t('busy')
            : t('offlineText');
      wrong.hidden = false;
      button.disabled = false;
      field.select();
    }
  };
  show('card')(
    h(
      'form',
      {
        class: 'body',
        novalidate: true,
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          void submit();
        },
      },
      h('h1', {}, t('locked')),
      h('div', { class: 'question' }, h('label', { for: 'password', class: 'label' }, t('password')), field, wrong),
      h('div', { class: 'actions' }, button),
    ),
  );
  field.focus();
};

const draw = async (page: Page): Promise<void> => {
  if (page.locked) return askPassword();
  if (page.type === 'form') {
    const change = changeOf();
    const again = async (): Promise<Form | null> => {
      const anew = await load();
      return anew.locked || anew.type !== 'form' ? null : anew;
    };
    if (change === null) return showForm(t, page, show('card wide'), again);
    try {
      const questions = await readAnswer(change);
      return showForm(t, { ...page, questions }, show('card wide'), again, change);
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'public.answer_gone')) throw error;
      return plate(t('answerGone'), t('answerGoneText'));
    }
  }
  if (page.type === 'dashboard') return (await import('./app.ts')).showApp(t, page, show('app'));
  if (page.type === 'doc-page') return (await import('./page.ts')).showPage(t, page, show('doc'));
  return showList(t, page, show('list'));
};

const start = async (): Promise<void> => {
  try {
    await draw(await load());
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return plate(t('gone'), t('goneText'));
    const retry = h('button', { type: 'button', class: 'primary' }, t('retry'));
    retry.addEventListener('click', () => void start());
    plate(t('offline'), error instanceof Refused && error.status === 429 ? t('busy') : t('offlineText'), retry);
  }
};
void start();
// A link to an answer leads from this page to itself.
addEventListener('hashchange', () => void start());
