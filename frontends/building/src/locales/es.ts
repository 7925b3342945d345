import { importTexts } from '../import/texts/es.ts';

export const messages = { import: importTexts };
