import { IconLayoutList } from '@tessera/kit/icons';
import { createElement } from 'react';
import { later } from '../../later.tsx';
import type { DrawnProps, SettingsProps, ViewTypeView } from '../view.ts';

const Screen = later(async () => {
  const { Plan } = await import('../parts/plan/plan.tsx');
  return (props: DrawnProps) => createElement(Plan, { ...props, of: 'lanes' });
});
const Settings = later(async () => {
  const { PlanSettings } = await import('../parts/plan/settings.tsx');
  return (props: SettingsProps) => createElement(PlanSettings, { ...props, of: 'lanes' });
});

export const timeline: ViewTypeView = {
  texts: { en: { name: 'Timeline' }, pt: { name: 'Linha do tempo' }, es: { name: 'Línea de tiempo' } },
  icon: IconLayoutList,
  Screen,
  PhoneScreen: Screen,
  Settings,
  uses: ['filter', 'sort', 'fields', 'search'],
  usual: {},
};
