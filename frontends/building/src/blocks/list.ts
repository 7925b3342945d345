import { languageFor, useFormats } from '@tessera/kit';
import {
  IconAlignLeft,
  IconCalendar,
  IconChartArea,
  IconChartBar,
  IconChartLine,
  IconChartPie,
  IconFilter,
  IconGauge,
  IconHash,
  IconLayoutGrid,
  IconLayoutKanban,
  IconListCheck,
  IconListDetails,
  IconPhoto,
  IconPointer,
  IconSearch,
  IconSeparator,
  IconTable,
  IconTableColumn,
  IconTextSize,
} from '@tessera/kit/icons';
import { type BlockTypeId, blockTypes } from '@tessera/proto/blocks';
import { useCallback } from 'react';
import { later } from '../later.tsx';
import type { BlockView } from './view.ts';

const ofView = (type: string) => later(async () => (await import('./of-views.tsx')).blockOfView(type));
const ofChart = (kind: string) => later(async () => (await import('./of-views.tsx')).blockOfChart(kind));

/** What each type of block is on screen. One that is missing does not compile. */
const views: Readonly<Record<BlockTypeId, BlockView>> = {
  app_filters: {
    texts: {
      en: { name: 'Filters', about: 'Filters by fields, for the whole page' },
      pt: { name: 'Filtros', about: 'Filtros por campos, para toda a página' },
      es: { name: 'Filtros', about: 'Filtros por campos, para toda la página' },
    },
    icon: IconFilter,
    group: 'page',
    Block: later(async () => (await import('./filters.tsx')).FiltersBlock),
  },
  app_menu: {
    texts: {
      en: { name: 'App Menu', about: 'Links to other apps' },
      pt: { name: 'Menu de apps', about: 'Links para outros apps' },
      es: { name: 'Menú de apps', about: 'Enlaces a otras apps' },
    },
    icon: IconLayoutGrid,
    group: 'page',
    Block: later(async () => (await import('./app-menu.tsx')).AppMenu),
  },
  area_chart: {
    texts: {
      en: { name: 'Area Chart', about: 'Values over time, on each other' },
      pt: { name: 'Gráfico de área', about: 'Valores ao longo do tempo, empilhados' },
      es: { name: 'Gráfico de área', about: 'Valores en el tiempo, apilados' },
    },
    icon: IconChartArea,
    group: 'numbers',
    Block: ofChart('area'),
  },
  bar_chart: {
    texts: {
      en: { name: 'Bar Chart', about: 'Values of a field side by side' },
      pt: { name: 'Gráfico de barras', about: 'Valores de um campo lado a lado' },
      es: { name: 'Gráfico de barras', about: 'Valores de un campo lado a lado' },
    },
    icon: IconChartBar,
    group: 'numbers',
    Block: ofChart('bar'),
  },
  button: {
    texts: {
      en: { name: 'Button', about: 'Leads to a page, an app or a table' },
      pt: { name: 'Botão', about: 'Leva a uma página, um app ou uma tabela' },
      es: { name: 'Botón', about: 'Lleva a una página, una app o una tabla' },
    },
    icon: IconPointer,
    group: 'page',
    Block: later(async () => (await import('./button.tsx')).ButtonBlock),
  },
  calendar: {
    texts: {
      en: { name: 'Calendar', about: 'Records on their days' },
      pt: { name: 'Calendário', about: 'Registros em seus dias' },
      es: { name: 'Calendario', about: 'Registros en sus días' },
    },
    icon: IconCalendar,
    group: 'records',
    Block: ofView('calendar'),
  },
  divider: {
    texts: {
      en: { name: 'Divider', about: 'A line between parts of the page' },
      pt: { name: 'Divisor', about: 'Uma linha entre partes da página' },
      es: { name: 'Divisor', about: 'Una línea entre partes de la página' },
    },
    icon: IconSeparator,
    group: 'page',
    Block: later(async () => (await import('./divider.tsx')).Divider),
    bare: true,
  },
  gallery: {
    texts: {
      en: { name: 'Gallery', about: 'Records as cards with a picture' },
      pt: { name: 'Galeria', about: 'Registros como cartões com imagem' },
      es: { name: 'Galería', about: 'Registros como tarjetas con imagen' },
    },
    icon: IconPhoto,
    group: 'records',
    Block: ofView('gallery'),
    bare: true,
  },
  line_chart: {
    texts: {
      en: { name: 'Line Chart', about: 'Values over time' },
      pt: { name: 'Gráfico de linhas', about: 'Valores ao longo do tempo' },
      es: { name: 'Gráfico de líneas', about: 'Valores en el tiempo' },
    },
    icon: IconChartLine,
    group: 'numbers',
    Block: ofChart('line'),
  },
  pie_chart: {
    texts: {
      en: { name: 'Pie Chart', about: 'Shares of a whole' },
      pt: { name: 'Gráfico de pizza', about: 'Partes de um todo' },
      es: { name: 'Gráfico circular', about: 'Partes de un todo' },
    },
    icon: IconChartPie,
    group: 'numbers',
    Block: ofChart('pie'),
  },
  pivot: {
    texts: {
      en: { name: 'Pivot Table', about: 'Numbers by two fields' },
      pt: { name: 'Tabela dinâmica', about: 'Números por dois campos' },
      es: { name: 'Tabla dinámica', about: 'Números por dos campos' },
    },
    icon: IconTableColumn,
    group: 'numbers',
    Block: later(async () => (await import('./of-views.tsx')).blockOfPivot()),
  },
  search: {
    texts: {
      en: { name: 'Search', about: 'A box that searches blocks of the page' },
      pt: { name: 'Busca', about: 'Uma caixa que busca em blocos da página' },
      es: { name: 'Búsqueda', about: 'Un cuadro que busca en bloques de la página' },
    },
    icon: IconSearch,
    group: 'page',
    Block: later(async () => (await import('./search-box.tsx')).SearchBox),
  },
  simple_indicator: {
    texts: {
      en: { name: 'Simple Indicator', about: 'One number: a count, sum or average' },
      pt: { name: 'Indicador simples', about: 'Um número: contagem, soma ou média' },
      es: { name: 'Indicador simple', about: 'Un número: recuento, suma o promedio' },
    },
    icon: IconHash,
    group: 'numbers',
    Block: later(async () => (await import('./indicator.tsx')).Indicator),
  },
  smart_kanban: {
    texts: {
      en: { name: 'Smart Kanban', about: 'Records as cards in the columns of a field' },
      pt: { name: 'Kanban inteligente', about: 'Registros como cartões nas colunas de um campo' },
      es: { name: 'Kanban inteligente', about: 'Registros como tarjetas en las columnas de un campo' },
    },
    icon: IconLayoutKanban,
    group: 'records',
    Block: ofView('kanban'),
    bare: true,
  },
  smart_list: {
    texts: {
      en: { name: 'Smart List', about: 'Records by name, with a few values' },
      pt: { name: 'Lista inteligente', about: 'Registros por nome, com alguns valores' },
      es: { name: 'Lista inteligente', about: 'Registros por nombre, con algunos valores' },
    },
    icon: IconListDetails,
    group: 'records',
    Block: later(async () => (await import('./smart-list.tsx')).SmartList),
  },
  speedometer: {
    texts: {
      en: { name: 'Speedometer', about: 'How far a number is on its way to a goal' },
      pt: { name: 'Velocímetro', about: 'Quanto falta para um número chegar à meta' },
      es: { name: 'Velocímetro', about: 'Cuánto le falta a un número para su meta' },
    },
    icon: IconGauge,
    group: 'numbers',
    Block: later(async () => (await import('./speedometer.tsx')).Speedometer),
  },
  super_form: {
    texts: {
      en: { name: 'Super Form', about: 'A form that adds records' },
      pt: { name: 'Superformulário', about: 'Um formulário que adiciona registros' },
      es: { name: 'Superformulario', about: 'Un formulario que añade registros' },
    },
    icon: IconListCheck,
    group: 'records',
    Block: ofView('form'),
  },
  table: {
    texts: {
      en: { name: 'Table', about: 'Records in rows' },
      pt: { name: 'Tabela', about: 'Registros em linhas' },
      es: { name: 'Tabla', about: 'Registros en filas' },
    },
    icon: IconTable,
    group: 'records',
    Block: ofView('table'),
  },
  text: {
    texts: {
      en: { name: 'Text', about: 'Words with headings, lists and links' },
      pt: { name: 'Texto', about: 'Palavras com títulos, listas e links' },
      es: { name: 'Texto', about: 'Palabras con títulos, listas y enlaces' },
    },
    icon: IconAlignLeft,
    group: 'page',
    Block: later(async () => (await import('./text-block.tsx')).TextBlock),
  },
  title_bar: {
    texts: {
      en: { name: 'Title bar', about: 'The heading of the page, with a search' },
      pt: { name: 'Barra de título', about: 'O título da página, com uma busca' },
      es: { name: 'Barra de título', about: 'El título de la página, con una búsqueda' },
    },
    icon: IconTextSize,
    group: 'page',
    Block: later(async () => (await import('./title-bar.tsx')).TitleBar),
    bare: true,
  },
};

const byId: ReadonlyMap<string, BlockView> = new Map(Object.entries(views));

/** The block of a type; undefined for one that a newer release knows. */
export const blockViewOf = (type: string): BlockView | undefined => byId.get(type);

/** The types that can be added, in their order. */
export const offeredBlocks: readonly string[] = blockTypes.map(({ id }) => id);

/** Texts of a type in the person's language. */
export const useBlockTexts = (): ((type: string) => BlockView['texts']['en'] | undefined) => {
  const { locale } = useFormats();
  return useCallback((type) => byId.get(type)?.texts[languageFor([locale])], [locale]);
};
