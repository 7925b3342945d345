import { type Id, Skeleton, type Table, type User, type ViewConfig } from '@tessera/kit';
import { hasCut, type ShownRecord } from '../data/cut-text.ts';
import { FillIn } from './fill.tsx';
import type { Subject } from './subject.ts';
import type { Work } from '../workbench/use-workbench.ts';
import classes from './forms.module.css';
import './texts.ts';

export type UpdateFormProps = Pick<Subject, 'onClose' | 'onSaved' | 'onUnsaved'> & {
  readonly table: Table;
  readonly record: ShownRecord;
  readonly config: ViewConfig;
  readonly work: Work;
  readonly users: readonly User[];
  readonly phone: boolean;
};

const draftOf = (tableId: Id, recordId: Id): string => `${tableId}.update.${recordId}`;

/** A record in the form of its table: what is changed in it is saved together. */
export const UpdateForm = ({ table, record, config, work, users, phone, ...goes }: UpdateFormProps) => {
  if (hasCut(record))
    return (
      <div className={classes['waits']} aria-busy="true">
        {[60, 80, 70].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    );
  const of: Subject = { id: draftOf(table.id, record.id), name: '', record, bare: true, ...goes };
  return <FillIn key={record.id} table={table} of={of} config={config} work={work} users={users} phone={phone} />;
};
