import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import { ItemsControl, ItemsEditor } from '../parts/items-later.ts';
import { itemsCell } from '../parts/items-cell.tsx';
import { textValues } from '../parts/filter-values.tsx';
import type { FieldTypeView } from '../view.ts';

const parts = {
  en: { done: 'Done', total: 'Items', share: 'Percent done' },
  pt: { done: 'Feitos', total: 'Itens', share: 'Percentual feito' },
  es: { done: 'Hechos', total: 'Elementos', share: 'Porcentaje hecho' },
};
const refused = {
  en: {
    'items.invalid': 'This is no list of items.',
    'items.too_many': 'There are at most {{limit}} items.',
    'items.too_long': 'An item has at most {{limit}} characters.',
  },
  pt: {
    'items.invalid': 'Isto não é uma lista de itens.',
    'items.too_many': 'Há no máximo {{limit}} itens.',
    'items.too_long': 'Um item tem no máximo {{limit}} caracteres.',
  },
  es: {
    'items.invalid': 'Esto no es una lista de elementos.',
    'items.too_many': 'Hay como máximo {{limit}} elementos.',
    'items.too_long': 'Un elemento tiene como máximo {{limit}} caracteres.',
  },
};

export const todoList: FieldTypeView = {
  texts: {
    en: { name: 'To-do list', parts: parts.en, refused: refused.en },
    pt: { name: 'Lista de tarefas', parts: parts.pt, refused: refused.pt },
    es: { name: 'Lista de tareas', parts: parts.es, refused: refused.es },
  },
  icon: IconListCheck,
  cell: itemsCell,
  room: 180,
  entry: { by: 'typing', Editor: ItemsEditor },
  Control: ItemsControl,
  settings: [],
  filterValues: textValues,
  card: { part: 'caption' },
  sorts: 'number',
};
