import IconSum from '@tabler/icons-react/dist/esm/icons/IconSum.mjs';
import { RollupSetting } from '../parts/linked-later.ts';
import { linkedView } from '../lookup/shown.ts';
import { ResultSetting } from '../formula/result-later.ts';

export const rollup = linkedView(
  {
    texts: { en: { name: 'Rollup' }, pt: { name: 'Resumo de registros' }, es: { name: 'Resumen de registros' } },
    icon: IconSum,
    entry: { by: 'nobody' },
    settings: [RollupSetting, ResultSetting],
  },
  (props) => props.function === 'unique',
);
