import type { Field, Id, Table, User } from '@tessera/kit';
import { lazy, Suspense, useState } from 'react';
import type { TablePanel } from '../workbench/panel-address.ts';
import type { Work } from '../workbench/use-workbench.ts';

// Loaded when one is opened: a table is there without them.
const DeletedPanel = lazy(async () => ({ default: (await import('./deleted.panel.tsx')).DeletedPanel }));
const FieldPanel = lazy(async () => ({ default: (await import('./field.panel.tsx')).FieldPanel }));
const HistoryPanel = lazy(async () => ({ default: (await import('./history.panel.tsx')).HistoryPanel }));
const RulesPanel = lazy(async () => ({ default: (await import('../conditionals/rules.panel.tsx')).RulesPanel }));
const CreationForm = lazy(async () => ({ default: (await import('../forms/creation.tsx')).CreationForm }));
const StructurePanel = lazy(async () => ({ default: (await import('./structure.panel.tsx')).StructurePanel }));

export type TablePanelsProps = {
  readonly table: Table;
  readonly panel: TablePanel | null;
  readonly users: readonly User[];
  readonly work: Work;
  readonly onPanel: (panel: TablePanel | null) => void;
  readonly onDelete: (field: Field) => void;
  readonly onDuplicate: (field: Field) => void;
  readonly onRecord: (id: Id) => void;
};

/** The field as it was when its panel was opened: what is saved is what was changed of it. */
const OpenedField = ({ fieldId, back, ...props }: TablePanelsProps & { fieldId: string | null; back: boolean }) => {
  const { table } = props;
  const [field] = useState(() => (fieldId === null ? null : table.fields.find((one) => one.id === fieldId)));
  const [may] = useState(table.rights.canManageFieldsAndConfig);
  return field === undefined || !may ? null : <FieldPanel {...props} field={field} back={back} />;
};

/** The panels of a table, one at a time. An address may name one that its reader may not see. */
export const TablePanels = (props: TablePanelsProps) => (
  <Suspense fallback={null}>
    <Panel {...props} />
  </Suspense>
);

const Panel = (props: TablePanelsProps) => {
  const { panel, table } = props;
  switch (panel?.name) {
    case 'structure':
      return table.rights.canManageFieldsAndConfig ? <StructurePanel {...props} /> : null;
    case 'conditionals':
      return table.rights.canManageFieldsAndConfig ? <RulesPanel {...props} /> : null;
    case 'new':
      return <CreationForm {...props} />;
    case 'field':
      return (
        <OpenedField
          key={panel.fieldId ?? 'new'}
          {...props}
          fieldId={panel.fieldId}
          back={panel.from === 'structure'}
        />
      );
    case 'history':
      return <HistoryPanel {...props} entry={panel.entry} />;
    case 'deleted':
      return table.rights.canDeleteRecords ? <DeletedPanel {...props} /> : null;
    default:
      return null;
  }
};
