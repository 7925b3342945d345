import { IconListDetails } from '@tessera/kit/icons';
import { createElement } from 'react';
import { later } from '../../later.tsx';
import type { DrawnProps, SettingsProps, ViewTypeView } from '../view.ts';

const Screen = later(async () => {
  const [{ Plan }, { daysState }] = await Promise.all([
    import('../parts/plan/plan.tsx'),
    import('../parts/plan/model.ts'),
  ]);
  return (props: DrawnProps) => createElement(Plan, { ...props, of: 'rows', state: daysState(props.state) });
});
const Settings = later(async () => {
  const [{ PlanSettings }, { daysState }] = await Promise.all([
    import('../parts/plan/settings.tsx'),
    import('../parts/plan/model.ts'),
  ]);
  return (props: SettingsProps) => createElement(PlanSettings, { ...props, of: 'rows', state: daysState(props.state) });
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
