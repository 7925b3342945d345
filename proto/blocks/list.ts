import { appFilters } from './app_filters/type.ts';
import { appMenu } from './app_menu/type.ts';
import { areaChart } from './area_chart/type.ts';
import { barChart } from './bar_chart/type.ts';
import { button } from './button/type.ts';
import { calendar } from './calendar/type.ts';
import { divider } from './divider/type.ts';
import { gallery } from './gallery/type.ts';
import { lineChart } from './line_chart/type.ts';
import { pieChart } from './pie_chart/type.ts';
import { pivot } from './pivot/type.ts';
import { search } from './search/type.ts';
import { simpleIndicator } from './simple_indicator/type.ts';
import { smartKanban } from './smart_kanban/type.ts';
import { smartList } from './smart_list/type.ts';
import { speedometer } from './speedometer/type.ts';
import { superForm } from './super_form/type.ts';
import { table } from './table/type.ts';
import { text } from './text/type.ts';
import { titleBar } from './title_bar/type.ts';
import type { BlockType } from './type.ts';

/** Every type of block by its id, in the order in which people are offered them. */
const types = {
  title_bar: titleBar,
  app_filters: appFilters,
  search,
  table,
  smart_list: smartList,
  smart_kanban: smartKanban,
  calendar,
  gallery,
  super_form: superForm,
  simple_indicator: simpleIndicator,
  speedometer,
  bar_chart: barChart,
  line_chart: lineChart,
  area_chart: areaChart,
  pie_chart: pieChart,
  pivot,
  text,
  button,
  app_menu: appMenu,
  divider,
} as const satisfies Readonly<Record<string, BlockType>>;

export type BlockTypeId = keyof typeof types;

export const blockTypes: readonly BlockType[] = Object.values(types);
