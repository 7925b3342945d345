import type { Actor } from '@tessera/kernel';
import type { DocumentReader } from '@tessera/document-store';
import { namesIn } from '@tessera/formulas';
import { userOf } from '@tessera/proto/rights';
import { idsOf, partsOf, readConfig } from '@tessera/proto/views';
import type { FieldState, TableState, ViewState } from '../definitions/state.ts';
import { formulaProps } from '../formulas/types.ts';
import { isLinkedValue, linkAt, linkedProps } from '../linked/source.ts';
import { isFilterGroup, type Filter } from '../records/filter.ts';
import { stageOf } from '../stays/stage.ts';
import { mergeViews } from '../views/list.ts';
import type { ViewDocument } from '../views/list.ts';

/**
 * What is done with a field; `part` is any other part of a view that names it, as a gallery's cover; `asked`: a form asks
 * for it; `computed`: a field is computed from it.
 */
export type UsedAs = 'filter' | 'sort' | 'group' | 'total' | 'part' | 'asked' | 'label' | 'unique' | 'computed';

/**
 * One thing that uses a field: `id` of the view or field. `breaks`: without the field it answers something else, where
 * others only show less.
 */
export type FieldUse = {
  readonly kind: 'view' | 'table' | 'field';
  readonly id: string;
  readonly name: string;
  readonly as: readonly UsedAs[];
  readonly breaks: boolean;
};

/** What a module looks through: the table, and its views with those of others, which are counted and not named. */
export type Looked = {
  readonly table: TableState;
  readonly views: readonly ViewState[];
  readonly fieldId: string;
  /** Tables to which links lead, with the fields of theirs that the reader sees. */
  readonly linked: readonly TableState[];
};
/** A module that knows of uses. To tell of others, write one and list it in `modules`. */
type UsesOf = (looked: Looked) => readonly FieldUse[];

const filters = (filter: Filter, fieldId: string): boolean =>
  isFilterGroup(filter)
    ? ('and' in filter ? filter.and : filter.or).some((item) => filters(item, fieldId))
    : filter.fieldId === fieldId;

type Column = { readonly fieldId: string; readonly hidden?: boolean; readonly total?: string };

/** What a view does with a field. A column that is only placed, hidden or wide is none of it. */
const usedBy = ({ type, configVersion, configJson }: ViewState, fieldId: string): readonly UsedAs[] => {
  const config = readConfig(type, configVersion, configJson) as Readonly<Record<string, unknown>>;
  const named = <T>(
    part: 'columns' | 'questions' | 'sort' | 'group' | 'filter' | 'field' | 'fields' | 'aggregate',
  ): readonly T[] => partsOf(type, part).flatMap((name) => (config[name] === undefined ? [] : [config[name] as T]));
  const column = named<readonly Column[]>('columns')
    .flat()
    .find((one) => one.fieldId === fieldId);
  return [
    ...(named<Filter>('filter').some((one) => filters(one, fieldId)) ? (['filter'] as const) : []),
    ...(named<readonly Column[]>('sort')
      .flat()
      .some((one) => one.fieldId === fieldId)
      ? (['sort'] as const)
      : []),
    ...(named<readonly Column[]>('group')
      .flat()
      .some((one) => one.fieldId === fieldId)
      ? (['group'] as const)
      : []),
    ...(column?.total !== undefined ||
    named<{ readonly fieldId?: string }>('aggregate').some((one) => one.fieldId === fieldId)
      ? (['total'] as const)
      : []),
    ...(named<string>('field').includes(fieldId) || named<unknown>('fields').flatMap(idsOf).includes(fieldId)
      ? (['part'] as const)
      : []),
    ...(named<readonly Column[]>('questions')
      .flat()
      .some((one) => one.fieldId === fieldId)
      ? (['asked'] as const)
      : []),
  ];
};

const viewUses: UsesOf = ({ views, fieldId }) =>
  views.flatMap((view) => {
    const as = usedBy(view, fieldId);
    return as.length === 0
      ? []
      : [
          {
            kind: 'view',
            id: view.id,
            name: view.label,
            as,
            breaks: as.some((one) => one !== 'total' && one !== 'asked'),
          },
        ];
  });

/** What the table itself does with it: names its records by it, tells them apart by it. */
const tableUses: UsesOf = ({ table, fieldId }) => {
  const as: UsedAs[] = [
    ...(table.labelFieldId === fieldId ? (['label'] as const) : []),
    ...(table.uniqueFieldId === fieldId ? (['unique'] as const) : []),
  ];
  return as.length === 0 ? [] : [{ kind: 'table', id: table.id, name: table.label, as, breaks: true }];
};

const computedUses: UsesOf = ({ table, fieldId, linked }) => {
  const own = table.fields
    .filter(
      (field) =>
        namesIn(formulaProps(field).formula ?? '').includes(fieldId) ||
        linkedProps(field).linkFieldId === fieldId ||
        stageOf(field)?.fieldId === fieldId,
    )
    .map(({ id, name }) => ({ id, name }));
  const others = linked.flatMap((other) =>
    other.fields
      .filter((field) => isLinkedValue(field) && looksAt(other, field, table, fieldId))
      .map(({ id, name }) => ({ id, name: other === table ? name : `${other.label}: ${name}` })),
  );
  const byId = new Map([...own, ...others].map((one) => [one.id, one]));
  return [...byId.values()].map(({ id, name }) => ({ kind: 'field', id, name, as: ['computed'], breaks: true }));
};

/** Whether a field of a table is computed from one of another, or keeps only records by it. */
const looksAt = (other: TableState, field: FieldState, table: TableState, fieldId: string): boolean => {
  const { linkFieldId = '', fieldId: source, filter } = linkedProps(field);
  const link = linkAt(other, linkFieldId, (id) => (id === table.id ? table : undefined));
  return link?.other.id === table.id && (source === fieldId || (filter !== undefined && filters(filter, fieldId)));
};

const modules: readonly UsesOf[] = [tableUses, viewUses, computedUses];

/** Views of a table that are looked through, those of everybody; far above what its people save. */
const mostViews = 10_000;

/** Where a field is used, and how many views of other people use it, of which nothing else is told. */
export const usesOfField = async (
  documents: DocumentReader,
  actor: Actor,
  table: TableState,
  fieldId: string,
  linked: readonly TableState[],
): Promise<{ readonly uses: readonly FieldUse[]; readonly others: number }> => {
  const streamed = await documents.find<ViewDocument>(actor.organizationId, 'views', { table: table.id }, mostViews);
  const all = mergeViews(table, streamed);
  const mine = (view: ViewState): boolean => view.ownerUserId === '' || view.ownerUserId === userOf(actor);
  const looked = { table, fieldId, views: all.filter(mine), linked };
  return {
    uses: modules.flatMap((usesOf) => usesOf(looked)),
    others: viewUses({ ...looked, views: all.filter((view) => !mine(view)) }).length,
  };
};
