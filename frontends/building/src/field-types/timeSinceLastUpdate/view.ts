import { IconClockHour4 } from '@tessera/kit/icons';
import { elapsedView } from '../parts/elapsed.tsx';
import type { FieldTypeView } from '../view.ts';

export const timeSinceLastUpdate: FieldTypeView = {
  ...elapsedView,
  texts: {
    en: { name: 'Time since last update' },
    pt: { name: 'Tempo desde a última atualização' },
    es: { name: 'Tiempo desde la última actualización' },
  },
  icon: IconClockHour4,
};
