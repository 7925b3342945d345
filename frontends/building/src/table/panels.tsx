import type { Field, Table, User } from '@tessera/kit';
import { DeletedPanel } from './deleted.panel.tsx';
import { FieldPanel } from './field.panel.tsx';
import { HistoryPanel } from './history.panel.tsx';
import { StructurePanel } from './structure.panel.tsx';
import type { useWorkbench } from './use-workbench.ts';

export type TablePanel =
  | { readonly name: 'structure' | 'history' | 'deleted' }
  | { readonly name: 'field'; readonly field: Field | null; readonly from?: 'structure' };

export type TablePanelsProps = {
  readonly table: Table;
  readonly panel: TablePanel | null;
  readonly users: readonly User[];
  readonly work: ReturnType<typeof useWorkbench>;
  readonly onPanel: (panel: TablePanel | null) => void;
  readonly onDelete: (field: Field) => void;
};

/** The panels of a table, one at a time. */
export const TablePanels = (props: TablePanelsProps) => {
  switch (props.panel?.name) {
    case 'structure':
      return <StructurePanel {...props} />;
    case 'field':
      return (
        <FieldPanel
          key={props.panel.field?.id ?? 'new'}
          {...props}
          field={props.panel.field}
          back={props.panel.from === 'structure'}
        />
      );
    case 'history':
      return <HistoryPanel {...props} />;
    case 'deleted':
      return <DeletedPanel {...props} />;
    default:
      return null;
  }
};
