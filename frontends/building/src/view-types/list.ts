import type { ViewTypeId } from '@tessera/proto/views';
import { languageFor, useFormats } from '@tessera/kit';
import { useCallback } from 'react';
import { calendar } from './calendar/view.ts';
import { chart } from './chart/view.ts';
import { form } from './form/view.ts';
import { gallery } from './gallery/view.ts';
import { gantt } from './gantt/view.ts';
import { kanban } from './kanban/view.ts';
import { list } from './list/view.ts';
import { pivot } from './pivot/view.ts';
import { table } from './table/view.ts';
import { timeline } from './timeline/view.ts';
import type { ViewTexts, ViewTypeView } from './view.ts';

/** What each type of view is on screen. One that is missing does not compile. */
const views: Readonly<Record<ViewTypeId, ViewTypeView>> = {
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
};

const byId: ReadonlyMap<string, ViewTypeView> = new Map(Object.entries(views));

/** The view of a type; undefined for one that a newer release knows. */
export const viewTypeOf = (type: string): ViewTypeView | undefined => byId.get(type);

/** The types that a new view may be of, in their order. */
export const offeredTypes: readonly string[] = [...byId.keys()];

/** Texts of a type in the person's language. */
export const useViewTexts = (): ((type: string) => ViewTexts | undefined) => {
  const { locale } = useFormats();
  return useCallback((type) => byId.get(type)?.texts[languageFor([locale])], [locale]);
};
