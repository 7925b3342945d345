import { labelsOf } from '../../data/links.ts';
import { chipWidth } from '../../grid/view/measure.ts';
import type { FieldTypeView } from '../view.ts';
import { LinksEditor } from './links-later.ts';
import { linksCell } from './links-cell.tsx';

/** What the types of links have in common on screen. */
export const linksView = {
  cell: linksCell,
  room: (_field, value) => labelsOf(value).reduce((sum, label) => sum + chipWidth(label, 24) + 4, 24),
  entry: { by: 'choosing', Editor: LinksEditor },
  settings: [],
  filterValues: {},
  card: { part: 'chips', yields: true },
} as const satisfies Partial<FieldTypeView>;
