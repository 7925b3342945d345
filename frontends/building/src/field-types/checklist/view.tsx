import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import { Textarea } from '@tessera/kit';
import { ItemsControl, ItemsEditor } from '../parts/items-later.ts';
import { itemsCell } from '../parts/items-cell.tsx';
import { textValues } from '../parts/filter-values.tsx';
import type { FieldTypeView, SettingProps } from '../view.ts';

/** The items, a line each. */
const TemplateSetting = ({ props, labels, onChange }: SettingProps) => (
  <Textarea
    label={labels['template'] ?? ''}
    help={labels['help'] ?? ''}
    value={typeof props['template'] === 'string' ? props['template'] : ''}
    maxLength={20_000}
    onChange={(template) => onChange({ template })}
  />
);

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

export const checklist: FieldTypeView = {
  texts: {
    en: {
      name: 'Checklist',
      parts: parts.en,
      refused: refused.en,
      labels: {
        template: 'Items, one a line',
        help: 'New records start with them. A * before an item makes it required.',
      },
    },
    pt: {
      name: 'Checklist',
      parts: parts.pt,
      refused: refused.pt,
      labels: {
        template: 'Itens, um por linha',
        help: 'Os próximos registros começam com eles. Um * antes de um item o torna obrigatório.',
      },
    },
    es: {
      name: 'Lista de verificación',
      parts: parts.es,
      refused: refused.es,
      labels: {
        template: 'Elementos, uno por línea',
        help: 'Los próximos registros empiezan con ellos. Un * antes de un elemento lo hace obligatorio.',
      },
    },
  },
  icon: IconChecklist,
  cell: itemsCell,
  room: 180,
  entry: { by: 'typing', Editor: ItemsEditor },
  Control: ItemsControl,
  settings: [TemplateSetting],
  filterValues: textValues,
  card: { part: 'caption' },
  sorts: 'number',
};
