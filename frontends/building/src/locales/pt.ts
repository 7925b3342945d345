import { importTexts } from '../import/texts/pt.ts';

export const messages = { import: importTexts };
