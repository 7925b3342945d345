import IconTallymark4 from '@tabler/icons-react/dist/esm/icons/IconTallymark4.mjs';
import { CountSetting } from '../parts/linked-later.ts';
import { linkedView } from '../lookup/shown.ts';

export const count = linkedView(
  {
    texts: {
      en: { name: 'Count of links' },
      pt: { name: 'Contagem de registros' },
      es: { name: 'Recuento de registros' },
    },
    icon: IconTallymark4,
    entry: { by: 'nobody' },
    settings: [CountSetting],
  },
  () => false,
  'number',
);
