import { Breadcrumb, IconButton, type Id, Page, type Table, type User, useTexts } from '@tessera/kit';
import { IconMinimize } from '@tessera/kit/icons';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../phone/use-phone.ts';
import { useWorkbench } from '../workbench/use-workbench.ts';
import { later } from '../later.tsx';
import { MoreParts, RecordPanel, useRecordParts } from './record.panel.tsx';
import { ActivityFilter } from './record-activity.tsx';
import classes from './record.module.css';

const RecordPageLayout = later(async () => (await import('../forms/record-layout.tsx')).RecordPageLayout);

/** One record as a page: fields at the left, what happened at the right. */
export const RecordPage = ({
  table,
  recordId,
  users,
}: {
  table: Table;
  recordId: Id;
  users: readonly User[];
  preferences: Readonly<Record<string, unknown>>;
}) => {
  const t = useTexts('building');
  const navigate = useNavigate();
  const phone = usePhone();
  const back = `/object/${table.id}`;
  const work = useWorkbench({ table, users, prefill: () => ({}), expand: () => undefined, onTotals: () => undefined });
  const { bench } = work;
  useEffect(() => bench.main.setQuery({ sort: [], search: '' }), [bench]);
  const parts = useRecordParts({ table, recordId, users, work, onClose: () => void navigate(back) });
  if (phone)
    return (
      <RecordPanel
        table={table}
        recordId={recordId}
        users={users}
        work={work}
        onMove={(id) => void navigate(`${back}/record/${id}`, { replace: true })}
        onClose={() => void navigate(back)}
        onExpand={() => undefined}
      />
    );
  return (
    <Page
      inset={false}
      back={back}
      header={
        <Breadcrumb
          items={[
            { label: t('home'), to: '/home' },
            { label: table.label, to: back },
            { label: <h1 className="t-strong t-cut">{parts.name || t('record.title')}</h1> },
          ]}
        />
      }
      actions={
        <IconButton
          label={t('record.collapse')}
          icon={IconMinimize}
          onClick={() => void navigate(`${back}?recordId=${recordId}`, { replace: true })}
        />
      }
    >
      {table.updateForm !== true ? (
        <RecordPageLayout parts={parts} />
      ) : parts.record ? (
        <div className={classes['page']}>
          <div className={classes['pageMain']}>
            <div>
              {parts.heading}
              {parts.fields}
              <MoreParts parts={parts.more} />
            </div>
          </div>
          <section className={classes['pageSide']} aria-label={t('record.activity')}>
            <div className={classes['activityHead']}>
              <h2>{t('record.activity')}</h2>
              <ActivityFilter tableId={table.id} recordId={recordId} />
            </div>
            <div className={classes['pageStream']}>{parts.activity}</div>
            <div className={classes['pageFoot']}>{parts.composer()}</div>
          </section>
        </div>
      ) : (
        parts.loading
      )}
    </Page>
  );
};
