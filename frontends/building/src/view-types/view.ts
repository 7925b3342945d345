import type { Field, IconType, Id, Language, Table, User, View, ViewConfig } from '@tessera/kit';
import type { ComponentType, ReactNode } from 'react';
import type { Later } from '../later.tsx';
import type { SearchSteps } from '../table/use-search-steps.ts';
import type { Totals } from '../table/use-totals.ts';
import type { ViewState } from '../workbench/use-view.ts';
import type { Work } from '../workbench/use-workbench.ts';

/** What a type of view is given to draw. It draws `work.list`, or lists of its own, and attaches itself to them. */
export type DrawnProps = {
  readonly table: Table;
  readonly view: View;
  readonly state: ViewState;
  readonly work: Work;
  readonly users: readonly User[];
  /** What the fields come to, where the type uses totals. */
  readonly totals: Totals;
  readonly steps: SearchSteps;
  /** The record that is open beside the view. */
  readonly current: Id | null;
  /** What stands in place of records where the list has none; null while it has some or is not there yet. */
  readonly empty: ReactNode;
  readonly onEditField: (field: Field) => void;
  readonly onAddField: () => void;
  readonly onDeleteField: (field: Field) => void;
  readonly onDuplicateField: (field: Field) => void;
  readonly onFilterBy: (field: Field) => void;
};

export type SettingsProps = Pick<DrawnProps, 'table' | 'view' | 'state' | 'work'> & {
  /** The type's own labels, in the person's language. */
  readonly labels: Readonly<Record<string, string>>;
};

export type ViewTexts = {
  readonly name: string;
  /** Of its own parts. */
  readonly labels?: Readonly<Record<string, string>>;
};

/** Parts of the page around a view that are the same for each type; one that a type does not use is not shown. */
export type Used = 'filter' | 'sort' | 'group' | 'fields' | 'search' | 'totals';

/**
 * What a type of view is on screen: the twin of its folder in `proto/views`. A type is a folder `view-types/<type>/` and
 * one line in `view-types/list.ts`.
 */
export type ViewTypeView = {
  readonly texts: Readonly<Record<Language, ViewTexts>>;
  readonly icon: IconType;
  /** Its code comes when it is shown first. */
  readonly Screen: Later<DrawnProps>;
  readonly PhoneScreen: Later<DrawnProps> | ComponentType<DrawnProps & { readonly meanwhile?: ReactNode }>;
  /** In the toolbar: what sets the parts of the configuration that are the type's own. */
  readonly Settings?: ComponentType<SettingsProps>;
  readonly uses: readonly Used[];
  /** The type's own parts as they are where a configuration does not say them. */
  readonly usual: Readonly<Record<string, unknown>>;
  /** What a new view of the type begins with; nothing said unless given. */
  readonly begins?: (table: Table) => ViewConfig;
};
