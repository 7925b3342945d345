import { IconClockHour4 } from '@tessera/kit/icons';
import { elapsedView } from '../parts/elapsed.tsx';
import type { FieldTypeView } from '../view.ts';

export const timeSinceCreation: FieldTypeView = {
  ...elapsedView,
  texts: {
    en: { name: 'Time since creation' },
    pt: { name: 'Tempo desde a criação' },
    es: { name: 'Tiempo desde la creación' },
  },
  icon: IconClockHour4,
};
