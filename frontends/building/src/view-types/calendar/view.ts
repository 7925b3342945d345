import { IconCalendar } from '@tessera/kit/icons';
import { later } from '../../later.tsx';
import type { ViewTypeView } from '../view.ts';

const Screen = later(async () => (await import('./calendar.tsx')).Calendar);
const Settings = later(async () => (await import('./settings.tsx')).CalendarSettings);

export const calendar: ViewTypeView = {
  texts: { en: { name: 'Calendar' }, pt: { name: 'Calendário' }, es: { name: 'Calendario' } },
  icon: IconCalendar,
  Screen,
  PhoneScreen: Screen,
  Settings,
  uses: ['filter', 'sort', 'fields', 'search'],
  usual: {},
};
