import type { Field, Table, User } from '@tessera/kit';
import { useState } from 'react';
import { DeletedPanel } from './deleted.panel.tsx';
import { FieldPanel } from './field.panel.tsx';
import { HistoryPanel } from './history.panel.tsx';
import type { TablePanel } from './panel-address.ts';
import { StructurePanel } from './structure.panel.tsx';
import type { useWorkbench } from './use-workbench.ts';

export type TablePanelsProps = {
  readonly table: Table;
  readonly panel: TablePanel | null;
  readonly users: readonly User[];
  readonly work: ReturnType<typeof useWorkbench>;
  readonly onPanel: (panel: TablePanel | null) => void;
  readonly onDelete: (field: Field) => void;
};

/** The field as it was when its panel was opened: what is saved is what was changed of it. */
const OpenedField = ({ fieldId, back, ...props }: TablePanelsProps & { fieldId: string | null; back: boolean }) => {
  const { table } = props;
  const [field] = useState(() => (fieldId === null ? null : table.fields.find((one) => one.id === fieldId)));
  const [may] = useState(table.rights.canManageFieldsAndConfig);
  return field === undefined || !may ? null : <FieldPanel {...props} field={field} back={back} />;
};

/** The panels of a table, one at a time. An address may name one that its reader may not see. */
export const TablePanels = (props: TablePanelsProps) => {
  const { panel, table } = props;
  switch (panel?.name) {
    case 'structure':
      return table.rights.canManageFieldsAndConfig ? <StructurePanel {...props} /> : null;
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
      return <HistoryPanel {...props} />;
    case 'deleted':
      return table.rights.canDeleteRecords ? <DeletedPanel {...props} /> : null;
    default:
      return null;
  }
};
