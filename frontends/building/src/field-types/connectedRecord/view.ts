import { IconArrowsExchange } from '@tessera/kit/icons';
import { LinkingSetting } from '../parts/links-later.ts';
import { linksView } from '../parts/links-view.ts';
import type { FieldTypeView } from '../view.ts';

export const connectedRecord: FieldTypeView = {
  ...linksView,
  texts: {
    en: { name: 'Linked records' },
    pt: { name: 'Registros de outra tabela' },
    es: { name: 'Registros de otra tabla' },
  },
  icon: IconArrowsExchange,
  settings: [LinkingSetting],
};
