import { IconPaperclip } from '@tessera/kit/icons';
import { fileCell } from '../parts/files/file-cell.tsx';
import { filesControl, filesEditor } from '../parts/files/files-editor.tsx';
import { FileLimitsSetting } from '../parts/files/limits-setting.tsx';
import { fileTexts } from '../parts/files/texts.ts';
import type { FieldTypeView } from '../view.ts';

export const files: FieldTypeView = {
  texts: fileTexts({ en: 'Files', pt: 'Arquivos', es: 'Archivos' }),
  icon: IconPaperclip,
  cell: fileCell,
  room: 28,
  entry: { by: 'choosing', Editor: filesEditor(false) },
  Control: filesControl(false),
  settings: [FileLimitsSetting],
  filterValues: {},
  card: { part: 'chips', yields: true },
};
