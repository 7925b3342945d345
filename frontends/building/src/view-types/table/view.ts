import { IconTable } from '@tessera/kit/icons';
import { usualGrid } from '../../grid/columns.ts';
import { Cards } from '../../phone/cards.tsx';
import { later } from '../../later.tsx';
import type { ViewTypeView } from '../view.ts';
import { GridSettings } from './settings.tsx';

export const table: ViewTypeView = {
  texts: { en: { name: 'Table' }, pt: { name: 'Tabela' }, es: { name: 'Tabla' } },
  icon: IconTable,
  Screen: later(async () => (await import('./screen.tsx')).GridScreen),
  PhoneScreen: Cards,
  Settings: GridSettings,
  uses: ['filter', 'sort', 'group', 'fields', 'search', 'totals'],
  usual: usualGrid,
};
