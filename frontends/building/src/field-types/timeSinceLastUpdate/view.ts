import IconHourglassHigh from '@tabler/icons-react/dist/esm/icons/IconHourglassHigh.mjs';
import { elapsedView } from '../parts/elapsed.tsx';
import type { FieldTypeView } from '../view.ts';

export const timeSinceLastUpdate: FieldTypeView = {
  ...elapsedView,
  texts: {
    en: { name: 'Time since last update' },
    pt: { name: 'Tempo desde a última atualização' },
    es: { name: 'Tiempo desde la última actualización' },
  },
  icon: IconHourglassHigh,
};
