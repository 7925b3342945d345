import { IconTableColumn } from '@tessera/kit/icons';
import { createElement } from 'react';
import { later } from '../../later.tsx';
import type { DrawnProps, SettingsProps, ViewTypeView } from '../view.ts';

const Screen = later(async () => {
  const [{ ChartScreen }, { chartState }] = await Promise.all([
    import('../parts/chart/chart.tsx'),
    import('./model.ts'),
  ]);
  return (props: DrawnProps) => createElement(ChartScreen, { ...props, state: chartState(props.state) });
});
const Settings = later(async () => {
  const [{ ChartSettings }, { chartState }] = await Promise.all([
    import('../parts/chart/settings.tsx'),
    import('./model.ts'),
  ]);
  return (props: SettingsProps) => createElement(ChartSettings, { ...props, state: chartState(props.state) });
});

export const pivot: ViewTypeView = {
  texts: { en: { name: 'Pivot' }, pt: { name: 'Tabela dinâmica' }, es: { name: 'Tabla dinámica' } },
  icon: IconTableColumn,
  Screen,
  PhoneScreen: Screen,
  Settings,
  uses: ['filter', 'search', 'totals'],
  usual: {},
};
