import IconSum from '@tabler/icons-react/dist/esm/icons/IconSum.mjs';
import { RollupSetting } from '../parts/linked-setting.tsx';
import { linkedView } from '../lookup/shown.ts';
import { ResultSetting } from '../formula/result-setting.tsx';

export const rollup = linkedView(
  {
    texts: { en: { name: 'Rollup' }, pt: { name: 'Resumo de registros' }, es: { name: 'Resumen de registros' } },
    icon: IconSum,
    entry: { by: 'nobody' },
    settings: [RollupSetting, ResultSetting],
  },
  (props) => props.function === 'unique',
);
