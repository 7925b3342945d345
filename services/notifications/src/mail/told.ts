import type { Language } from '../languages.ts';
import { letter, named, type Letter, type Listed } from './letters.ts';

type Words = {
  readonly open: string;
  readonly all: string;
  readonly settings: (link: string) => string;
  readonly day: (count: number) => string;
  readonly week: (count: number) => string;
  readonly more: (count: number) => string;
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    open: 'Open',
    all: 'See all',
    settings: (link) => `What is sent to you by e-mail is up to you: ${link}`,
    day: (count) => `Your day on Tessera: ${count} unread`,
    week: (count) => `Your week on Tessera: ${count} unread`,
    more: (count) => `And ${count} more.`,
  },
  pt: {
    open: 'Abrir',
    all: 'Ver tudo',
    settings: (link) => `Você decide o que recebe por e-mail: ${link}`,
    day: (count) => `Seu dia no Tessera: ${count} não lidas`,
    week: (count) => `Sua semana no Tessera: ${count} não lidas`,
    more: (count) => `E mais ${count}.`,
  },
  es: {
    open: 'Abrir',
    all: 'Ver todo',
    settings: (link) => `Usted decide qué recibe por correo electrónico: ${link}`,
    day: (count) => `Su día en Tessera: ${count} sin leer`,
    week: (count) => `Su semana en Tessera: ${count} sin leer`,
    more: (count) => `Y ${count} más.`,
  },
};

/** A title as a mail has it: whoever wrote parts of it cannot make it endless. */
const longest = 300;

/** The mail of one notification. */
export const noticeMail = ({ title, link }: Listed, settings: string, language: Language): Letter => {
  const say = words[language];
  const subject = named(title, longest);
  return letter(language, subject, { paragraphs: [subject], action: say.open, link, small: [say.settings(settings)] });
};

/** So many are named; the others are counted. */
const mostListed = 20;

type Digest = {
  readonly every: 'day' | 'week';
  readonly unread: readonly Listed[];
  readonly all: string;
  readonly settings: string;
};

/** The mail that counts what is unread. */
export const digestMail = ({ every, unread, all, settings }: Digest, language: Language): Letter => {
  const say = words[language];
  const subject = say[every](unread.length);
  const listed = unread.slice(0, mostListed).map(({ title, link }) => ({ title: named(title, longest), link }));
  const more = unread.length > mostListed ? [say.more(unread.length - mostListed)] : [];
  return letter(language, subject, {
    paragraphs: [subject],
    listed,
    action: say.all,
    link: all,
    small: [...more, say.settings(settings)],
  });
};
