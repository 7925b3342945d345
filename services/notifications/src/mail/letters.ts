import type { Language } from '../languages.ts';

/** What a mail says, as text and as HTML. */
export type Letter = { readonly subject: string; readonly text: string; readonly html: string };

type Invitation = {
  readonly link: string;
  readonly organization: string;
  readonly inviter: string;
  readonly expiresAt: number;
};
type Words = {
  readonly subject: (organization: string) => string;
  readonly greeting: string;
  readonly body: (inviter: string, organization: string) => string;
  readonly bodyUnnamed: (organization: string) => string;
  readonly action: string;
  readonly until: (day: string) => string;
  readonly unasked: string;
};

const invitation: Readonly<Record<Language, Words>> = {
  en: {
    subject: (organization) => `Join ${organization} on Tessera`,
    greeting: 'Hello,',
    body: (inviter, organization) => `${inviter} invites you to work with ${organization} on Tessera.`,
    bodyUnnamed: (organization) => `You are invited to work with ${organization} on Tessera.`,
    action: 'Accept the invitation',
    until: (day) => `The link works once, for you alone, until ${day}.`,
    unasked: 'If you do not know why you get this, you can ignore it.',
  },
  pt: {
    subject: (organization) => `Participe de ${organization} no Tessera`,
    greeting: 'Olá,',
    body: (inviter, organization) => `${inviter} convida você para trabalhar com ${organization} no Tessera.`,
    bodyUnnamed: (organization) => `Você foi convidado para trabalhar com ${organization} no Tessera.`,
    action: 'Aceitar o convite',
    until: (day) => `O link funciona uma vez, só para você, até ${day}.`,
    unasked: 'Se você não sabe por que recebeu isto, pode ignorar.',
  },
  es: {
    subject: (organization) => `Únase a ${organization} en Tessera`,
    greeting: 'Hola,',
    body: (inviter, organization) => `${inviter} le invita a trabajar con ${organization} en Tessera.`,
    bodyUnnamed: (organization) => `Le invitan a trabajar con ${organization} en Tessera.`,
    action: 'Aceptar la invitación',
    until: (day) => `El enlace funciona una vez, solo para usted, hasta el ${day}.`,
    unasked: 'Si no sabe por qué recibe esto, puede ignorarlo.',
  },
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Whatever a person wrote, as text within HTML. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => entities[one]!);

/** Names that people gave stand in one line, without what a header or a terminal would obey, and end somewhere. */
export const named = (text: string, most = 120): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, most);

/** Something that a mail lists, and where it leads. */
export type Listed = { readonly title: string; readonly link: string };

type Parts = {
  readonly paragraphs: readonly string[];
  readonly listed?: readonly Listed[];
  /** Another list, under words of its own. */
  readonly more?: { readonly heading: string; readonly listed: readonly Listed[] } | undefined;
  /** Where a mail leads, and what is written on it. */
  readonly action?: string;
  readonly link?: string;
  readonly small: readonly string[];
};

const line = ({ title, link }: Listed): string =>
  `<p style="margin:0 0 8px"><a href="${escaped(link)}">${escaped(title)}</a></p>`;
const lines = (listed: readonly Listed[]): readonly string[] => listed.map((one) => `${one.title}\n${one.link}`);

/** One column that reads everywhere; colours of its own, since a mail has no theme. */
const page = (
  language: Language,
  subject: string,
  { paragraphs, listed = [], more, action = '', link, small }: Parts,
): string =>
  `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;font:15px/22px system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto">
${paragraphs.map((one) => `<p style="margin:0 0 16px;white-space:pre-line">${escaped(one)}</p>`).join('\n')}
${listed.map(line).join('\n')}
${more === undefined ? '' : `<p style="margin:16px 0 8px">${escaped(more.heading)}</p>\n${more.listed.map(line).join('\n')}`}
${
  link === undefined
    ? ''
    : `<p style="margin:16px 0"><a href="${escaped(link)}" style="display:inline-block;padding:8px 16px;border-radius:6px;background:#1f5fb4;color:#ffffff;text-decoration:none">${escaped(action)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:18px;word-break:break-all">${escaped(link)}</p>`
}
${small.map((one) => `<p style="margin:0 0 8px;font-size:13px;line-height:18px">${escaped(one)}</p>`).join('\n')}
</div>
</body>
</html>
`;

/** Plain text and HTML of the same words. */
export const letter = (language: Language, subject: string, parts: Parts): Letter => ({
  subject,
  text: `${[...parts.paragraphs, ...lines(parts.listed ?? []), ...(parts.more === undefined ? [] : [parts.more.heading, ...lines(parts.more.listed)]), ...(parts.link === undefined ? [] : [`${parts.action}:\n${parts.link}`]), ...parts.small].join('\n\n')}\n`,
  html: page(language, subject, parts),
});

/** The mail that brings an invitation's link. */
export const invitationMail = (told: Invitation, language: Language): Letter => {
  const say = invitation[language];
  const organization = named(told.organization);
  const inviter = named(told.inviter);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(told.expiresAt);
  const body = inviter === '' ? say.bodyUnnamed(organization) : say.body(inviter, organization);
  return letter(language, say.subject(organization), {
    paragraphs: [say.greeting, body],
    action: say.action,
    link: told.link,
    small: [say.until(day), say.unasked],
  });
};

type PasswordReset = { readonly link: string; readonly organization: string; readonly name: string };
type ResetWords = {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  readonly body: (organization: string) => string;
  readonly action: string;
  readonly until: string;
  readonly unasked: string;
};

const passwordReset: Readonly<Record<Language, ResetWords>> = {
  en: {
    subject: 'Choose a new password for Tessera',
    greeting: (name) => `Hello ${name},`,
    body: (organization) => `Somebody asked for a new password for your account at ${organization} on Tessera.`,
    action: 'Choose a new password',
    until: 'The link works once, for one hour. Afterwards you are logged out in every other browser.',
    unasked: 'If you did not ask for this, ignore it: your password stays as it is.',
  },
  pt: {
    subject: 'Escolha uma nova senha para o Tessera',
    greeting: (name) => `Olá, ${name},`,
    body: (organization) => `Alguém pediu uma nova senha para sua conta em ${organization} no Tessera.`,
    action: 'Escolher uma nova senha',
    until: 'O link funciona uma vez, por uma hora. Depois, você sai de todos os outros navegadores.',
    unasked: 'Se você não pediu isto, ignore: sua senha continua a mesma.',
  },
  es: {
    subject: 'Elija una contraseña nueva para Tessera',
    greeting: (name) => `Hola, ${name}:`,
    body: (organization) => `Alguien ha pedido una contraseña nueva para su cuenta en ${organization} en Tessera.`,
    action: 'Elegir una contraseña nueva',
    until: 'El enlace funciona una vez, durante una hora. Después se cierra su sesión en los demás navegadores.',
    unasked: 'Si no lo ha pedido, no haga caso: su contraseña sigue siendo la misma.',
  },
};

/** The mail that brings a link to a new password. */
export const passwordResetMail = (told: PasswordReset, language: Language): Letter => {
  const say = passwordReset[language];
  return letter(language, say.subject, {
    paragraphs: [say.greeting(named(told.name)), say.body(named(told.organization))],
    action: say.action,
    link: told.link,
    small: [say.until, say.unasked],
  });
};
