import { IconLayoutGrid } from '@tessera/kit/icons';
import { later } from '../../later.tsx';
import type { ViewTypeView } from '../view.ts';
import { GallerySettings } from './settings.tsx';

const Screen = later(async () => (await import('./gallery.tsx')).Gallery);

export const gallery: ViewTypeView = {
  texts: {
    en: { name: 'Gallery', labels: { size: 'Card size', small: 'Small', medium: 'Medium', large: 'Large' } },
    pt: {
      name: 'Galeria',
      labels: { size: 'Tamanho dos cartões', small: 'Pequeno', medium: 'Médio', large: 'Grande' },
    },
    es: {
      name: 'Galería',
      labels: { size: 'Tamaño de las tarjetas', small: 'Pequeño', medium: 'Mediano', large: 'Grande' },
    },
  },
  icon: IconLayoutGrid,
  Screen,
  PhoneScreen: Screen,
  Settings: GallerySettings,
  uses: ['filter', 'sort', 'fields', 'search'],
  usual: { size: 'medium' },
};
