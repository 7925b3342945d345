import type { Language } from '../languages.ts';
import { letter, named, type Letter } from './letters.ts';

type Told = {
  readonly link: string;
  readonly title: string;
  readonly organization: string;
  readonly sender: string;
  readonly changeable: boolean;
};
type Words = {
  readonly share: {
    readonly subject: (title: string) => string;
    readonly untitled: (organization: string) => string;
    readonly body: (sender: string, organization: string) => string;
    readonly bodyUnnamed: (organization: string) => string;
    readonly action: string;
    readonly unasked: string;
  };
  readonly receipt: {
    readonly subject: (title: string) => string;
    readonly body: (title: string) => string;
    readonly to: (organization: string) => string;
    readonly change: string;
    readonly open: string;
    readonly changeHelp: string;
    readonly unasked: string;
  };
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    share: {
      subject: (title) => `A page for you: ${title}`,
      untitled: (organization) => `${organization} has a page for you`,
      body: (sender, organization) => `${sender} of ${organization} sends you this page.`,
      bodyUnnamed: (organization) => `${organization} sends you this page.`,
      action: 'Open the page',
      unasked: 'If you do not know why you get this, you can ignore it.',
    },
    receipt: {
      subject: (title) => `Your answer has arrived: ${title}`,
      body: (title) => `Thank you. Your answer to “${title}” has arrived.`,
      to: (organization) => `It went to ${organization}.`,
      change: 'Change your answer',
      open: 'Open the form',
      changeHelp: 'Whoever has this link can read and change your answer: keep it to yourself.',
      unasked: 'If you answered nothing, somebody wrote your address there; you can ignore this.',
    },
  },
  pt: {
    share: {
      subject: (title) => `Uma página para você: ${title}`,
      untitled: (organization) => `${organization} tem uma página para você`,
      body: (sender, organization) => `${sender}, de ${organization}, envia esta página para você.`,
      bodyUnnamed: (organization) => `${organization} envia esta página para você.`,
      action: 'Abrir a página',
      unasked: 'Se você não sabe por que recebeu isto, pode ignorar.',
    },
    receipt: {
      subject: (title) => `Sua resposta chegou: ${title}`,
      body: (title) => `Obrigado. Sua resposta a “${title}” chegou.`,
      to: (organization) => `Ela foi para ${organization}.`,
      change: 'Alterar sua resposta',
      open: 'Abrir o formulário',
      changeHelp: 'Quem tiver este link pode ler e alterar sua resposta: guarde-o para você.',
      unasked: 'Se você não respondeu nada, alguém escreveu seu endereço lá; pode ignorar isto.',
    },
  },
  es: {
    share: {
      subject: (title) => `Una página para usted: ${title}`,
      untitled: (organization) => `${organization} tiene una página para usted`,
      body: (sender, organization) => `${sender}, de ${organization}, le envía esta página.`,
      bodyUnnamed: (organization) => `${organization} le envía esta página.`,
      action: 'Abrir la página',
      unasked: 'Si no sabe por qué recibe esto, puede ignorarlo.',
    },
    receipt: {
      subject: (title) => `Su respuesta ha llegado: ${title}`,
      body: (title) => `Gracias. Su respuesta a «${title}» ha llegado.`,
      to: (organization) => `Fue a ${organization}.`,
      change: 'Cambiar su respuesta',
      open: 'Abrir el formulario',
      changeHelp: 'Quien tenga este enlace puede leer y cambiar su respuesta: guárdelo para usted.',
      unasked: 'Si no ha respondido nada, alguien escribió allí su dirección; puede ignorar esto.',
    },
  },
};

/** The mail that brings the address of a public link. What a page is called is told where no password guards it. */
export const linkMail = (told: Told, language: Language): Letter => {
  const say = words[language].share;
  const [title, organization, sender] = [named(told.title), named(told.organization), named(told.sender)];
  const subject = title === '' ? say.untitled(organization) : say.subject(title);
  const body = sender === '' ? say.bodyUnnamed(organization) : say.body(sender, organization);
  return letter(language, subject, {
    paragraphs: title === '' ? [body] : [body, title],
    action: say.action,
    link: told.link,
    small: [say.unasked],
  });
};

/**
 * The mail that tells a stranger that their answer arrived. It repeats nothing of it: whoever answers could send anybody
 * anything.
 */
export const receiptMail = (told: Told, language: Language): Letter => {
  const say = words[language].receipt;
  const [title, organization] = [named(told.title), named(told.organization)];
  return letter(language, say.subject(title), {
    paragraphs: organization === '' ? [say.body(title)] : [say.body(title), say.to(organization)],
    action: told.changeable ? say.change : say.open,
    link: told.link,
    small: told.changeable ? [say.changeHelp, say.unasked] : [say.unasked],
  });
};
