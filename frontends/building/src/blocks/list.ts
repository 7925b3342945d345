import { languageFor, useFormats } from '@tessera/kit';
import {
  IconAlignLeft,
  IconBrowser,
  IconCalendar,
  IconChartArea,
  IconChartBar,
  IconChartFunnel,
  IconChartLine,
  IconChartPie,
  IconChecklist,
  IconCode,
  IconFilter,
  IconGauge,
  IconHandClick,
  IconHash,
  IconId,
  IconLayoutGrid,
  IconLayoutKanban,
  IconListCheck,
  IconListDetails,
  IconMessage,
  IconPhoto,
  IconPhotoScan,
  IconPointer,
  IconSearch,
  IconSeparator,
  IconTable,
  IconTableColumn,
  IconTextSize,
  IconTimeline,
  IconTrendingUp,
  IconVideo,
} from '@tessera/kit/icons';
import { type BlockTypeId, blockTypes } from '@tessera/proto/blocks';
import { useCallback } from 'react';
import { later } from '../later.tsx';
import { asksOfButton, asksOfComplex } from './asks.ts';
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
    Block: later(async () => (await import('./of-page.ts')).AppMenu),
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
    Block: later(async () => (await import('./of-page.ts')).ButtonBlock),
    asks: asksOfButton,
  },
  button_group: {
    texts: {
      en: { name: 'Button Group', about: 'Several buttons side by side' },
      pt: { name: 'Grupo de botões', about: 'Vários botões lado a lado' },
      es: { name: 'Grupo de botones', about: 'Varios botones juntos' },
    },
    icon: IconHandClick,
    group: 'page',
    Block: later(async () => (await import('./of-page.ts')).ButtonGroup),
    bare: true,
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
  comments: {
    texts: {
      en: { name: 'Comments', about: 'What was said about the record that is picked' },
      pt: { name: 'Comentários', about: 'O que se disse do registro escolhido' },
      es: { name: 'Comentarios', about: 'Lo que se dijo del registro elegido' },
    },
    icon: IconMessage,
    group: 'records',
    Block: later(async () => (await import('./record-details.tsx')).RecordTalk),
  },
  custom_code: {
    texts: {
      en: { name: 'Custom code', about: 'HTML and JavaScript of your own' },
      pt: { name: 'Código próprio', about: 'HTML e JavaScript seus' },
      es: { name: 'Código propio', about: 'HTML y JavaScript propios' },
    },
    icon: IconCode,
    group: 'page',
    Block: later(async () => (await import('./custom-code.tsx')).CustomCode),
  },
  gantt: {
    texts: {
      en: { name: 'Gantt', about: 'A plan of records over days' },
      pt: { name: 'Gantt', about: 'Um plano de registros ao longo de dias' },
      es: { name: 'Gantt', about: 'Un plan de registros a lo largo de días' },
    },
    icon: IconTimeline,
    group: 'records',
    Block: later(async () => (await import('./of-views.tsx')).blockOfPlan()),
  },
  timeline: {
    texts: {
      en: { name: 'Timeline', about: 'Bars over days, in lanes' },
      pt: { name: 'Linha do tempo', about: 'Barras ao longo de dias, em faixas' },
      es: { name: 'Cronograma', about: 'Barras a lo largo de días, en filas' },
    },
    icon: IconTimeline,
    group: 'records',
    Block: ofView('timeline'),
  },
  complex_indicator: {
    texts: {
      en: { name: 'Complex Indicator', about: 'A number or two, compared with the period before' },
      pt: { name: 'Indicador complexo', about: 'Um ou dois números, comparados com o período anterior' },
      es: { name: 'Indicador complejo', about: 'Uno o dos números, comparados con el período anterior' },
    },
    icon: IconTrendingUp,
    group: 'numbers',
    Block: later(async () => (await import('./of-numbers.ts')).ComplexIndicator),
    asks: asksOfComplex,
  },
  divider: {
    texts: {
      en: { name: 'Divider', about: 'A line between parts of the page' },
      pt: { name: 'Divisor', about: 'Uma linha entre partes da página' },
      es: { name: 'Divisor', about: 'Una línea entre partes de la página' },
    },
    icon: IconSeparator,
    group: 'page',
    Block: later(async () => (await import('./of-page.ts')).Divider),
    bare: true,
  },
  embed: {
    texts: {
      en: { name: 'Embed', about: 'A page of the web within the page' },
      pt: { name: 'Incorporar', about: 'Uma página da web dentro da página' },
      es: { name: 'Insertar', about: 'Una página de la web dentro de la página' },
    },
    icon: IconBrowser,
    group: 'page',
    Block: later(async () => (await import('./of-page.ts')).EmbedBlock),
  },
  funnel: {
    texts: {
      en: { name: 'Funnel', about: 'How much comes through from step to step' },
      pt: { name: 'Funil', about: 'Quanto passa de uma etapa à outra' },
      es: { name: 'Embudo', about: 'Cuánto pasa de un paso al otro' },
    },
    icon: IconChartFunnel,
    group: 'numbers',
    Block: later(async () => (await import('./of-numbers.ts')).Funnel),
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
  image: {
    texts: {
      en: { name: 'Image', about: 'A picture of the web' },
      pt: { name: 'Imagem', about: 'Uma imagem da web' },
      es: { name: 'Imagen', about: 'Una imagen de la web' },
    },
    icon: IconPhotoScan,
    group: 'page',
    Block: later(async () => (await import('./of-page.ts')).ImageBlock),
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
  record_details: {
    texts: {
      en: { name: 'Record Details', about: 'One record with its fields' },
      pt: { name: 'Detalhes do registro', about: 'Um registro com seus campos' },
      es: { name: 'Detalles del registro', about: 'Un registro con sus campos' },
    },
    icon: IconId,
    group: 'records',
    Block: later(async () => (await import('./record-details.tsx')).RecordDetails),
  },
  search: {
    texts: {
      en: { name: 'Search', about: 'A box that searches blocks of the page' },
      pt: { name: 'Busca', about: 'Uma caixa que busca em blocos da página' },
      es: { name: 'Búsqueda', about: 'Un cuadro que busca en bloques de la página' },
    },
    icon: IconSearch,
    group: 'page',
    Block: later(async () => (await import('./of-page.ts')).SearchBox),
  },
  simple_indicator: {
    texts: {
      en: { name: 'Simple Indicator', about: 'One number: a count, sum or average' },
      pt: { name: 'Indicador simples', about: 'Um número: contagem, soma ou média' },
      es: { name: 'Indicador simple', about: 'Un número: recuento, suma o promedio' },
    },
    icon: IconHash,
    group: 'numbers',
    Block: later(async () => (await import('./of-numbers.ts')).Indicator),
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
    Block: later(async () => (await import('./of-numbers.ts')).Speedometer),
  },
  super_form: {
    texts: {
      en: { name: 'Super Form', about: 'A form that adds records' },
      pt: { name: 'Superformulário', about: 'Um formulário que adiciona registros' },
      es: { name: 'Superformulario', about: 'Un formulario que añade registros' },
    },
    icon: IconListCheck,
    group: 'records',
    Block: later(async () => (await import('./of-views.tsx')).blockOfForm()),
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
  task_list: {
    texts: {
      en: { name: 'Tasks', about: 'What you have to do' },
      pt: { name: 'Tarefas', about: 'O que você tem a fazer' },
      es: { name: 'Tareas', about: 'Lo que tiene que hacer' },
    },
    icon: IconChecklist,
    group: 'records',
    Block: later(async () => (await import('./of-page.ts')).TaskList),
  },
  text: {
    texts: {
      en: { name: 'Text', about: 'Words with headings, lists and links' },
      pt: { name: 'Texto', about: 'Palavras com títulos, listas e links' },
      es: { name: 'Texto', about: 'Palabras con títulos, listas y enlaces' },
    },
    icon: IconAlignLeft,
    group: 'page',
    Block: later(async () => (await import('./of-page.ts')).TextBlock),
  },
  title_bar: {
    texts: {
      en: { name: 'Title bar', about: 'The heading of the page, with a search' },
      pt: { name: 'Barra de título', about: 'O título da página, com uma busca' },
      es: { name: 'Barra de título', about: 'El título de la página, con una búsqueda' },
    },
    icon: IconTextSize,
    group: 'page',
    Block: later(async () => (await import('./of-page.ts')).TitleBar),
    bare: true,
  },
  video: {
    texts: {
      en: { name: 'Video', about: 'From YouTube, Vimeo or a file' },
      pt: { name: 'Vídeo', about: 'Do YouTube, do Vimeo ou de um arquivo' },
      es: { name: 'Vídeo', about: 'De YouTube, Vimeo o un archivo' },
    },
    icon: IconVideo,
    group: 'page',
    Block: later(async () => (await import('./of-page.ts')).VideoBlock),
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
