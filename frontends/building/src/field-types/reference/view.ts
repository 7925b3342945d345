import { IconArrowsExchange } from '@tessera/kit/icons';
import { linksView } from '../parts/links-view.ts';
import type { FieldTypeView } from '../view.ts';

export const reference: FieldTypeView = {
  ...linksView,
  texts: {
    en: { name: 'Other side of a link' },
    pt: { name: 'Registros que apontam para este' },
    es: { name: 'Registros que apuntan a este' },
  },
  icon: IconArrowsExchange,
  offered: false,
};
