import type { Language } from '../languages.ts';
import { letter, named, type Letter, type Listed } from './letters.ts';

type Words = {
  readonly open: string;
  readonly all: string;
  readonly settings: (link: string) => string;
  readonly day: (count: number) => string;
  readonly week: (count: number) => string;
  readonly more: (count: number) => string;
  readonly changedDay: string;
  readonly changedWeek: string;
  readonly whatChanged: string;
  readonly recordIn: (table: string) => string;
  readonly inTable: (record: string, table: string) => string;
  readonly filtered: (table: string) => string;
  readonly changed: (count: number) => string;
  readonly removed: (count: number) => string;
  readonly added: (count: number) => string;
  readonly changes: (count: number) => string;
  readonly many: string;
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    open: 'Open',
    all: 'See all',
    settings: (link) => `What is sent to you by e-mail is up to you: ${link}`,
    day: (count) => `Your day on Tessera: ${count} unread`,
    week: (count) => `Your week on Tessera: ${count} unread`,
    more: (count) => `And ${count} more.`,
    changedDay: 'Your day on Tessera: what changed',
    changedWeek: 'Your week on Tessera: what changed',
    whatChanged: 'What changed since the last digest, or since you last looked:',
    recordIn: (table) => `a record in ${table}`,
    inTable: (record, table) => `${record} in ${table}`,
    filtered: (table) => `${table}, filtered`,
    changed: (count) => `${count} changed`,
    removed: (count) => `${count} removed`,
    added: (count) => `${count} added`,
    changes: (count) => (count === 1 ? '1 change' : `${count} changes`),
    many: 'too many changes to count',
  },
  pt: {
    open: 'Abrir',
    all: 'Ver tudo',
    settings: (link) => `Você decide o que recebe por e-mail: ${link}`,
    day: (count) => `Seu dia no Tessera: ${count} não lidas`,
    week: (count) => `Sua semana no Tessera: ${count} não lidas`,
    more: (count) => `E mais ${count}.`,
    changedDay: 'Seu dia no Tessera: o que mudou',
    changedWeek: 'Sua semana no Tessera: o que mudou',
    whatChanged: 'O que mudou desde o último resumo, ou desde que você olhou pela última vez:',
    recordIn: (table) => `um registro em ${table}`,
    inTable: (record, table) => `${record} em ${table}`,
    filtered: (table) => `${table}, com filtro`,
    changed: (count) => (count === 1 ? '1 alterado' : `${count} alterados`),
    removed: (count) => (count === 1 ? '1 removido' : `${count} removidos`),
    added: (count) => (count === 1 ? '1 adicionado' : `${count} adicionados`),
    changes: (count) => (count === 1 ? '1 alteração' : `${count} alterações`),
    many: 'alterações demais para contar',
  },
  es: {
    open: 'Abrir',
    all: 'Ver todo',
    settings: (link) => `Usted decide qué recibe por correo electrónico: ${link}`,
    day: (count) => `Su día en Tessera: ${count} sin leer`,
    week: (count) => `Su semana en Tessera: ${count} sin leer`,
    more: (count) => `Y ${count} más.`,
    changedDay: 'Su día en Tessera: lo que cambió',
    changedWeek: 'Su semana en Tessera: lo que cambió',
    whatChanged: 'Lo que cambió desde el último resumen, o desde que lo miró por última vez:',
    recordIn: (table) => `un registro en ${table}`,
    inTable: (record, table) => `${record} en ${table}`,
    filtered: (table) => `${table}, con filtro`,
    changed: (count) => (count === 1 ? '1 cambiado' : `${count} cambiados`),
    removed: (count) => (count === 1 ? '1 quitado' : `${count} quitados`),
    added: (count) => (count === 1 ? '1 añadido' : `${count} añadidos`),
    changes: (count) => (count === 1 ? '1 cambio' : `${count} cambios`),
    many: 'demasiados cambios para contarlos',
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

/** What changed at a place of which somebody wants to hear. Names are empty where they may not see them. */
export type Changed = {
  readonly table: string;
  readonly view: string;
  readonly record: string;
  readonly of: 'record' | 'filter' | 'view';
  readonly changed: number;
  readonly removed: number;
  readonly added: number;
  /** More than can be counted. */
  readonly many: boolean;
  readonly link: string;
};

const changedLine = (one: Changed, say: Words): Listed => {
  const { of, table, view, record, changed, removed, added, many, link } = one;
  const place =
    of === 'record'
      ? record === ''
        ? say.recordIn(table)
        : say.inTable(record, table)
      : of === 'filter'
        ? say.filtered(table)
        : view === ''
          ? table
          : `${table}, ${view}`;
  const counts = [
    ...(changed > 0 ? [say.changed(changed)] : []),
    ...(removed > 0 ? [say.removed(removed)] : []),
    ...(added > 0 ? [say.added(added)] : []),
  ];
  const what = many ? say.many : of === 'record' ? say.changes(changed) : counts.join(', ');
  const name = named(place, longest);
  return { title: `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${what}`, link };
};

type Digest = {
  readonly every: 'day' | 'week';
  readonly unread: readonly Listed[];
  readonly changes: readonly Changed[];
  readonly all: string;
  readonly settings: string;
};

/** The mail that counts what is unread, and tells what changed. */
export const digestMail = ({ every, unread, changes, all, settings }: Digest, language: Language): Letter => {
  const say = words[language];
  const nothingUnread = every === 'day' ? say.changedDay : say.changedWeek;
  const subject = unread.length > 0 ? say[every](unread.length) : nothingUnread;
  const listed = unread.slice(0, mostListed).map(({ title, link }) => ({ title: named(title, longest), link }));
  const rest = unread.length > mostListed ? [say.more(unread.length - mostListed)] : [];
  const more = { heading: say.whatChanged, listed: changes.map((one) => changedLine(one, say)) };
  return letter(language, subject, {
    paragraphs: [subject],
    listed,
    ...(changes.length > 0 && { more }),
    action: say.all,
    link: all,
    small: [...rest, say.settings(settings)],
  });
};
