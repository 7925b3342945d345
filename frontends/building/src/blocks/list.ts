import { languageFor, useFormats } from '@tessera/kit';
import { IconAlignLeft, IconHash, IconLayoutKanban, IconListCheck, IconTable, IconTextSize } from '@tessera/kit/icons';
import type { BlockTypeId } from '@tessera/proto/blocks';
import { useCallback } from 'react';
import { Indicator } from './indicator.tsx';
import { blockOfView } from './of-views.tsx';
import { TextBlock } from './text-block.tsx';
import { TitleBar } from './title-bar.tsx';
import type { BlockView } from './view.ts';

/** What each type of block is on screen. One that is missing does not compile. */
const views: Readonly<Record<BlockTypeId, BlockView>> = {
  super_form: {
    texts: {
      en: { name: 'Super Form', about: 'A form that adds records' },
      pt: { name: 'Super formulário', about: 'Um formulário que adiciona registros' },
      es: { name: 'Superformulario', about: 'Un formulario que añade registros' },
    },
    icon: IconListCheck,
    Block: blockOfView('form'),
  },
  simple_indicator: {
    texts: {
      en: { name: 'Simple Indicator', about: 'One number: a count, sum or average' },
      pt: { name: 'Indicador simples', about: 'Um número: contagem, soma ou média' },
      es: { name: 'Indicador simple', about: 'Un número: recuento, suma o promedio' },
    },
    icon: IconHash,
    Block: Indicator,
  },
  smart_kanban: {
    texts: {
      en: { name: 'Smart Kanban', about: 'Records as cards in the columns of a field' },
      pt: { name: 'Kanban inteligente', about: 'Registros como cartões nas colunas de um campo' },
      es: { name: 'Kanban inteligente', about: 'Registros como tarjetas en las columnas de un campo' },
    },
    icon: IconLayoutKanban,
    Block: blockOfView('kanban'),
    bare: true,
  },
  table: {
    texts: {
      en: { name: 'Table', about: 'Records in rows' },
      pt: { name: 'Tabela', about: 'Registros em linhas' },
      es: { name: 'Tabla', about: 'Registros en filas' },
    },
    icon: IconTable,
    Block: blockOfView('table'),
  },
  text: {
    texts: {
      en: { name: 'Text', about: 'Words with headings, lists and links' },
      pt: { name: 'Texto', about: 'Palavras com títulos, listas e links' },
      es: { name: 'Texto', about: 'Palabras con títulos, listas y enlaces' },
    },
    icon: IconAlignLeft,
    Block: TextBlock,
  },
  title_bar: {
    texts: {
      en: { name: 'Title bar', about: 'The heading of the page, with a search' },
      pt: { name: 'Barra de título', about: 'O título da página, com uma busca' },
      es: { name: 'Barra de título', about: 'El título de la página, con una búsqueda' },
    },
    icon: IconTextSize,
    Block: TitleBar,
    bare: true,
  },
};

const byId: ReadonlyMap<string, BlockView> = new Map(Object.entries(views));

/** The block of a type; undefined for one that a newer release knows. */
export const blockViewOf = (type: string): BlockView | undefined => byId.get(type);

/** The types that can be added, in their order. */
export const offeredBlocks: readonly string[] = [...byId.keys()];

/** Texts of a type in the person's language. */
export const useBlockTexts = (): ((type: string) => BlockView['texts']['en'] | undefined) => {
  const { locale } = useFormats();
  return useCallback((type) => byId.get(type)?.texts[languageFor([locale])], [locale]);
};
