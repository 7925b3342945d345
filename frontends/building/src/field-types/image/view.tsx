import { IconPhoto } from '@tessera/kit/icons';
import { fileCell } from '../parts/files/file-cell.tsx';
import { filesControl, filesEditor } from '../parts/files/files-editor.tsx';
import { FileLimitsSetting } from '../parts/files/limits-setting.tsx';
import { fileTexts } from '../parts/files/texts.ts';
import type { FieldTypeView } from '../view.ts';

export const image: FieldTypeView = {
  texts: fileTexts(
    { en: 'Pictures', pt: 'Imagens', es: 'Imágenes' },
    {
      en: { 'image.not_picture': 'This field takes pictures only.' },
      pt: { 'image.not_picture': 'Este campo só recebe imagens.' },
      es: { 'image.not_picture': 'Este campo solo toma imágenes.' },
    },
  ),
  icon: IconPhoto,
  cell: fileCell,
  room: 28,
  entry: { by: 'choosing', Editor: filesEditor(true) },
  Control: filesControl(true),
  settings: [FileLimitsSetting],
  filterValues: {},
  card: { part: 'chips', yields: true },
};
