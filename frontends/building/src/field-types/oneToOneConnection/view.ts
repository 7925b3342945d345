import { IconLinkPlus } from '@tessera/kit/icons';
import { PairingSetting } from '../parts/links-later.ts';
import { linksView } from '../parts/links-view.ts';
import type { FieldTypeView } from '../view.ts';

export const oneToOneConnection: FieldTypeView = {
  ...linksView,
  texts: {
    en: { name: 'One-to-one link' },
    pt: { name: 'Um registro de outra tabela' },
    es: { name: 'Un registro de otra tabla' },
  },
  icon: IconLinkPlus,
  settings: [PairingSetting],
};
