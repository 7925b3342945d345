import { appFilters } from './app_filters/type.ts';
import { appMenu } from './app_menu/type.ts';
import { areaChart } from './area_chart/type.ts';
import { barChart } from './bar_chart/type.ts';
import { button } from './button/type.ts';
import { buttonGroup } from './button_group/type.ts';
import { calendar } from './calendar/type.ts';
import { comments } from './comments/type.ts';
import { complexIndicator } from './complex_indicator/type.ts';
import { customCode } from './custom_code/type.ts';
import { divider } from './divider/type.ts';
import { embed } from './embed/type.ts';
import { funnel } from './funnel/type.ts';
import { gallery } from './gallery/type.ts';
import { gantt } from './gantt/type.ts';
import { image } from './image/type.ts';
import { lineChart } from './line_chart/type.ts';
import { pieChart } from './pie_chart/type.ts';
import { pivot } from './pivot/type.ts';
import { recordDetails } from './record_details/type.ts';
import { search } from './search/type.ts';
import { simpleIndicator } from './simple_indicator/type.ts';
import { smartKanban } from './smart_kanban/type.ts';
import { smartList } from './smart_list/type.ts';
import { speedometer } from './speedometer/type.ts';
import { superForm } from './super_form/type.ts';
import { table } from './table/type.ts';
import { taskList } from './task_list/type.ts';
import { text } from './text/type.ts';
import { timeline } from './timeline/type.ts';
import { titleBar } from './title_bar/type.ts';
import { video } from './video/type.ts';
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
  gantt,
  timeline,
  gallery,
  record_details: recordDetails,
  comments,
  super_form: superForm,
  task_list: taskList,
  simple_indicator: simpleIndicator,
  complex_indicator: complexIndicator,
  speedometer,
  bar_chart: barChart,
  line_chart: lineChart,
  area_chart: areaChart,
  pie_chart: pieChart,
  funnel,
  pivot,
  text,
  image,
  video,
  embed,
  custom_code: customCode,
  button,
  button_group: buttonGroup,
  app_menu: appMenu,
  divider,
} as const satisfies Readonly<Record<string, BlockType>>;

export type BlockTypeId = keyof typeof types;

export const blockTypes: readonly BlockType[] = Object.values(types);
