import IconEyeSearch from '@tabler/icons-react/dist/esm/icons/IconEyeSearch.mjs';
import { LookupSetting } from '../parts/linked-later.ts';
import { linkedView } from './shown.ts';
import { ResultSetting } from '../formula/result-later.ts';

export const lookup = linkedView(
  {
    texts: { en: { name: 'Lookup' }, pt: { name: 'Consulta' }, es: { name: 'Consulta' } },
    icon: IconEyeSearch,
    entry: { by: 'nobody' },
    settings: [LookupSetting, ResultSetting],
  },
  () => true,
);
