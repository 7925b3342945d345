import { calendar } from './calendar/type.ts';
import { chart } from './chart/type.ts';
import { form } from './form/type.ts';
import { gallery } from './gallery/type.ts';
import { gantt } from './gantt/type.ts';
import { kanban } from './kanban/type.ts';
import { list } from './list/type.ts';
import { pivot } from './pivot/type.ts';
import { table } from './table/type.ts';
import { timeline } from './timeline/type.ts';
import type { ViewType } from './type.ts';

/** Every type of view by its id, in the order in which people are offered them. */
const types = {
  table,
  list,
  gallery,
  kanban,
  calendar,
  gantt,
  timeline,
  chart,
  pivot,
  form,
} as const satisfies Readonly<Record<string, ViewType>>;

export type ViewTypeId = keyof typeof types;

/** A table begins with the first that may be a first one. */
export const viewTypes: readonly ViewType[] = Object.values(types);
