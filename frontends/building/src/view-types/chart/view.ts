import { IconChartBar } from '@tessera/kit/icons';
import { later } from '../../later.tsx';
import type { ViewTypeView } from '../view.ts';

const Screen = later(async () => (await import('../parts/chart/chart.tsx')).ChartScreen);
const Settings = later(async () => (await import('../parts/chart/settings.tsx')).ChartSettings);

export const chart: ViewTypeView = {
  texts: {
    en: { name: 'Chart', labels: { bar: 'Bars', line: 'Lines', area: 'Area', pie: 'Pie' } },
    pt: { name: 'Gráfico', labels: { bar: 'Barras', line: 'Linhas', area: 'Área', pie: 'Pizza' } },
    es: { name: 'Gráfico', labels: { bar: 'Barras', line: 'Líneas', area: 'Área', pie: 'Circular' } },
  },
  icon: IconChartBar,
  Screen,
  PhoneScreen: Screen,
  Settings,
  uses: ['filter', 'search', 'totals'],
  usual: { kind: 'bar' },
};
