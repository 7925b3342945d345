import { z } from 'zod';

/** The languages that people are written to in. */
export const languages = ['en', 'pt', 'es'] as const;
export type Language = (typeof languages)[number];
export const languageOf = (text: string): Language => languages.find((one) => one === text) ?? 'en';
export const language = z.enum(languages);
