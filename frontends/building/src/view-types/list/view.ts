import { IconList } from '@tessera/kit/icons';
import { later } from '../../later.tsx';
import type { ViewTypeView } from '../view.ts';
import { ListSettings } from './settings.tsx';

const Screen = later(async () => (await import('./list-screen.tsx')).ListScreen);

export const list: ViewTypeView = {
  texts: {
    en: { name: 'List', labels: { color: 'Colour by' } },
    pt: { name: 'Lista', labels: { color: 'Cor por' } },
    es: { name: 'Lista', labels: { color: 'Color por' } },
  },
  icon: IconList,
  Screen,
  PhoneScreen: Screen,
  Settings: ListSettings,
  uses: ['filter', 'sort', 'fields', 'search'],
  usual: {},
};
