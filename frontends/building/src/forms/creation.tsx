import { EmptyState, type Table, type User, useTexts } from '@tessera/kit';
import { useMemo, useState } from 'react';
import { TableScope } from '../field-types/scope.ts';
import { usePhone } from '../phone/use-phone.ts';
import type { TablePanelsProps } from '../table/panels.tsx';
import { FillIn } from './fill.tsx';
import { textOf } from './model.ts';
import type { Subject } from './subject.ts';
import { useWorkbench } from '../workbench/use-workbench.ts';
import { Frame } from './frame.tsx';
import { creationConfig } from './own.ts';
import './texts.ts';
import { useWay } from './use-way.ts';

type CreationProps = Pick<TablePanelsProps, 'table' | 'users' | 'work'> & {
  readonly onPanel: (panel: null) => void;
  /** There is no page that it could stand beside. */
  readonly over?: boolean;
};

/** The form that a new record of the table is asked by. */
export const CreationForm = ({ table, users, work, onPanel, over = false }: CreationProps) => {
  const t = useTexts('building');
  const phone = usePhone();
  const config = useMemo(() => creationConfig(table), [table]);
  const way = useWay(config);
  const close = (): void => onPanel(null);
  const [given] = useState(work.bench.given);
  const label = textOf(config, 'title') || t('record.new');
  const of: Subject = {
    id: `${table.id}.creation`,
    name: phone ? '' : label,
    given,
    bare: !phone,
    slim: true,
    takesFocus: !phone,
    onClose: close,
  };
  if (way === null) return null;
  return (
    <Frame
      way={over && way === 'side_panel' ? 'modal_compact' : way}
      phone={phone}
      label={phone ? t('record.new') : label}
      onClose={close}
    >
      {table.rights.canCreateRecords ? (
        <FillIn table={table} of={of} config={config} work={work} users={users} phone={phone} />
      ) : (
        <EmptyState drawing="locked" title={t('form.denied')}>
          {t('form.deniedText')}
        </EmptyState>
      )}
    </Frame>
  );
};

const nothing = (): void => undefined;

/** The same over any page: the table is not shown there. */
export const CreationWindow = ({
  table,
  users,
  onDone,
}: {
  readonly table: Table;
  readonly users: readonly User[];
  readonly onDone: () => void;
}) => {
  const work = useWorkbench({ table, users, prefill: () => ({}), expand: nothing, onTotals: nothing });
  return (
    <TableScope value={table.id}>
      <CreationForm table={table} users={users} work={work} onPanel={onDone} over />
    </TableScope>
  );
};
