import { IconListDetails } from '@tessera/kit/icons';
import { createElement } from 'react';
import { later } from '../../later.tsx';
import type { DrawnProps, SettingsProps, ViewTypeView } from '../view.ts';

const Screen = later(async () => {
  const { Plan } = await import('../plan/plan.tsx');
  return (props: DrawnProps) => createElement(Plan, { ...props, of: 'rows' });
});
const Settings = later(async () => {
  const { PlanSettings } = await import('../plan/settings.tsx');
  return (props: SettingsProps) => createElement(PlanSettings, { ...props, of: 'rows' });
});

export const gantt: ViewTypeView = {
  texts: { en: { name: 'Gantt' }, pt: { name: 'Gantt' }, es: { name: 'Gantt' } },
  icon: IconListDetails,
  Screen,
  PhoneScreen: Screen,
  Settings,
  uses: ['filter', 'sort', 'fields', 'search'],
  usual: {},
};
