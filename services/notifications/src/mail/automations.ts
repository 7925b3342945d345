import type { Language } from '../languages.ts';
import { letter, named, type Letter } from './letters.ts';

/** Where an e-mail of a step lies: its run, its step, and its place among those that the step sends. */
export type StepMailReference = { readonly runId: string; readonly path: string; readonly place: number };
export const stepMailReference = ({ runId, path, place }: StepMailReference): string => [runId, path, place].join('/');
export const readStepMailReference = (reference: string): StepMailReference => {
  const [runId = '', path = '', place] = reference.split('/');
  return { runId, path, place: Number(place) };
};

const by: Readonly<Record<Language, (organization: string) => string>> = {
  en: (organization) => `Sent by an automation of ${organization} on Tessera.`,
  pt: (organization) => `Enviado por uma automação de ${organization} no Tessera.`,
  es: (organization) => `Enviado por una automatización de ${organization} en Tessera.`,
};

const longestSubject = 300;
/** What a terminal or a reader would obey; line breaks and tabs stay. */
const controls = /[\p{Cc}\p{Cf}]/gu;

/** The e-mail of a step: its words as they are, and whose automation sends them. */
export const stepMail = (
  { subject, text, organization }: { readonly subject: string; readonly text: string; readonly organization: string },
  language: Language,
): Letter =>
  letter(language, named(subject, longestSubject), {
    paragraphs: [text.replaceAll(controls, (found) => (found === '\n' || found === '\t' ? found : '')).trim()],
    small: [by[language](named(organization))],
  });
