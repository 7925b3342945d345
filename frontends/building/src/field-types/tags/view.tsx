import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs';
import { textValues } from '../parts/filter-values.tsx';
import { labelsCell, labelsWidth } from '../parts/option-cell.tsx';
import { later } from '../../later.tsx';
import type { FieldTypeView } from '../view.ts';
import { TagsEditor } from './tags-editor.tsx';

/** Loaded when a field is set up: a table opens without it. */
const LabelsSetting = later(async () => (await import('./tags-setting.tsx')).LabelsSetting);

export const tags: FieldTypeView = {
  texts: {
    en: {
      name: 'Tags',
      labels: {
        title: 'Tags in use',
        help: 'A tag is renamed in every record. One that is there already takes the records over.',
        labelOf: 'Tag {{name}}',
        rename: 'Rename',
        renaming: 'Renaming…',
        all: 'Show all',
        failed: 'The tag was not renamed.',
      },
      refused: {
        'tags.too_many': 'A value has at most {{limit}} tags.',
        'tags.too_long': 'A tag has at most {{limit}} characters.',
      },
    },
    pt: {
      name: 'Etiquetas',
      labels: {
        title: 'Etiquetas em uso',
        help: 'Uma etiqueta é renomeada em todos os registros. Uma que já existe recebe os registros.',
        labelOf: 'Etiqueta {{name}}',
        rename: 'Renomear',
        renaming: 'Renomeando…',
        all: 'Mostrar todas',
        failed: 'A etiqueta não foi renomeada.',
      },
      refused: {
        'tags.too_many': 'Um valor tem no máximo {{limit}} etiquetas.',
        'tags.too_long': 'Uma etiqueta tem no máximo {{limit}} caracteres.',
      },
    },
    es: {
      name: 'Etiquetas',
      labels: {
        title: 'Etiquetas en uso',
        help: 'Una etiqueta se renombra en todos los registros. Una que ya existe recibe los registros.',
        labelOf: 'Etiqueta {{name}}',
        rename: 'Renombrar',
        renaming: 'Renombrando…',
        all: 'Mostrar todas',
        failed: 'La etiqueta no se renombró.',
      },
      refused: {
        'tags.too_many': 'Un valor tiene como máximo {{limit}} etiquetas.',
        'tags.too_long': 'Una etiqueta tiene como máximo {{limit}} caracteres.',
      },
    },
  },
  icon: IconTag,
  cell: labelsCell,
  room: labelsWidth,
  entry: { by: 'choosing', Editor: TagsEditor, adds: true },
  settings: [LabelsSetting],
  filterValues: textValues,
  card: { part: 'chips', yields: true },
  sorts: 'text',
};
