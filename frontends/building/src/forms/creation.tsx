import { EmptyState, useTexts } from '@tessera/kit';
import { useMemo, useState } from 'react';
import { usePhone } from '../phone/use-phone.ts';
import type { TablePanelsProps } from '../table/panels.tsx';
import { FillIn } from './fill.tsx';
import { textOf } from './model.ts';
import type { Subject } from './subject.ts';
import { Frame } from './frame.tsx';
import { creationConfig } from './own.ts';
import './texts.ts';
import { useWay } from './use-way.ts';

/** The form that a new record of the table is asked by. */
export const CreationForm = ({ table, users, work, onPanel }: TablePanelsProps) => {
  const t = useTexts('building');
  const phone = usePhone();
  const config = useMemo(() => creationConfig(table), [table]);
  const way = useWay(config);
  const close = (): void => onPanel(null);
  const [given] = useState(work.bench.given);
  const label = textOf(config, 'title') || t('record.new');
  const of: Subject = { id: `${table.id}.creation`, name: label, given, bare: !phone, onClose: close };
  if (way === null) return null;
  return (
    <Frame way={way} phone={phone} label={phone ? t('record.new') : label} onClose={close}>
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
