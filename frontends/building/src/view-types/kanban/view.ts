import { IconLayoutKanban } from '@tessera/kit/icons';
import { later } from '../../later.tsx';
import type { ViewTypeView } from '../view.ts';

const Screen = later(async () => (await import('./board.tsx')).Kanban);
const Settings = later(async () => (await import('./settings.tsx')).KanbanSettings);

export const kanban: ViewTypeView = {
  texts: { en: { name: 'Board' }, pt: { name: 'Quadro' }, es: { name: 'Tablero' } },
  icon: IconLayoutKanban,
  Screen,
  PhoneScreen: Screen,
  Settings,
  uses: ['filter', 'sort', 'fields', 'search'],
  usual: {
    kanban_disable_default_column: false,
    kanban_hide_add_button: false,
    kanban_disable_drag_drop_cards: false,
  },
};
