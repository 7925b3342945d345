import { type Language, languageFor, useFormats } from '@tessera/kit';

type Words = {
  readonly add: string;
  readonly item: string;
  readonly remove: string;
  readonly required: string;
  readonly someRequired: string;
  readonly progress: string;
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    add: 'Add an item',
    item: 'Item {{number}}',
    remove: 'Remove {{name}}',
    required: 'Required',
    someRequired: 'Some items are required',
    progress: '{{done}} of {{total}}',
  },
  pt: {
    add: 'Adicionar um item',
    item: 'Item {{number}}',
    remove: 'Remover {{name}}',
    required: 'Obrigatório',
    someRequired: 'Alguns itens são obrigatórios',
    progress: '{{done}} de {{total}}',
  },
  es: {
    add: 'Agregar un elemento',
    item: 'Elemento {{number}}',
    remove: 'Quitar {{name}}',
    required: 'Obligatorio',
    someRequired: 'Algunos elementos son obligatorios',
    progress: '{{done}} de {{total}}',
  },
};

export const wordsIn = (locale: string): Words => words[languageFor([locale])];
export const useItemWords = (): Words => wordsIn(useFormats().locale);

export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
