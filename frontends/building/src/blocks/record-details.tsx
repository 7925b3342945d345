import { type Id, LinkButton, Skeleton, type Table, type User, useTexts } from '@tessera/kit';
import { IconMaximize } from '@tessera/kit/icons';
import { useEffect, useMemo, useRef } from 'react';
import { TableScope } from '../field-types/scope.ts';
import { useRecordParts } from '../record/record.panel.tsx';
import { usePeople } from '../table/queries.ts';
import { useWorkbench } from '../workbench/use-workbench.ts';
import { BlockHead, BlockNote, OfTable } from './plate.tsx';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

const nothing = (): void => undefined;

/** A table with the fields that a block shows of its records, in the order of the block. */
const narrowed = (whole: Table, named: readonly Id[]): Table => {
  // What is shown here is said by the block, and by no form of the table.
  const table: Table = { ...whole, updateForm: true };
  if (named.length === 0) return table;
  const fields = named.flatMap((id) => table.fields.find((one) => one.id === id) ?? []);
  const label = table.fields.find(({ id }) => id === table.labelFieldId);
  return { ...table, fields: label === undefined || fields.includes(label) ? fields : [label, ...fields] };
};

/** What is shown of a record: its values, or what was said and done about it. */
type Part = 'values' | 'talk';

const Opened = ({
  table,
  named,
  part,
  recordId,
  users,
}: {
  readonly table: Table;
  readonly part: Part;
  readonly named: readonly Id[];
  readonly recordId: Id;
  readonly users: readonly User[];
}) => {
  const work = useWorkbench({ table, users, prefill: () => ({}), expand: nothing, onTotals: nothing });
  const { bench } = work;
  useEffect(() => bench.main.setQuery({ sort: [], search: '' }), [bench]);
  const shown = useMemo(() => narrowed(table, named), [table, named]);
  const parts = useRecordParts({ table: shown, recordId, users, work });
  return (
    <div className={classes['fill']}>
      {parts.record === null ? (
        parts.loading
      ) : part === 'talk' ? (
        <>
          {parts.activity}
          {parts.composer(nothing)}
        </>
      ) : (
        <>
          {parts.heading}
          {parts.fields}
        </>
      )}
    </div>
  );
};

const Details = ({ app, block, page, table, part }: BlockProps & { readonly table: Table; readonly part: Part }) => {
  const t = useTexts('building');
  const { data: people } = usePeople();
  const box = useRef<HTMLDivElement>(null);
  const { title = '', fields } = block.config as { readonly title?: string; readonly fields?: readonly Id[] };
  const written = (fields ?? []).join();
  const named = useMemo((): readonly Id[] => (written === '' ? [] : (written.split(',') as Id[])), [written]);
  const recordId = page.recordFor(block.id);
  const before = useRef(recordId);
  useEffect(() => {
    // Where one is picked elsewhere, the eye follows.
    if (recordId !== before.current) box.current?.scrollIntoView({ block: 'nearest' });
    before.current = recordId;
  }, [recordId]);
  return (
    <div ref={box} className={classes['details']}>
      {recordId === undefined ? (
        <BlockHead title={title} />
      ) : (
        <BlockHead title={title}>
          <LinkButton variant="quiet" size="toolbar" icon={IconMaximize} to={`/object/${table.id}/record/${recordId}`}>
            {t('apps.openRecord')}
          </LinkButton>
        </BlockHead>
      )}
      {recordId === undefined ? (
        <BlockNote>{t(app.draft ? 'apps.pickDraft' : 'apps.pickRecord')}</BlockNote>
      ) : people === undefined ? (
        <Skeleton width={180} height={16} />
      ) : (
        <TableScope value={table.id}>
          <Opened key={recordId} table={table} named={named} part={part} recordId={recordId} users={people} />
        </TableScope>
      )}
    </div>
  );
};

/** One record of a table: the one that is picked in another block, else the one that the address names. */
export const RecordDetails = (props: BlockProps) => (
  <OfTable tableId={props.block.config['tableId']}>
    {(table) => <Details {...props} table={table} part="values" />}
  </OfTable>
);

/** What was said and done about that record. */
export const RecordTalk = (props: BlockProps) => (
  <OfTable tableId={props.block.config['tableId']}>
    {(table) => <Details {...props} table={table} part="talk" />}
  </OfTable>
);
