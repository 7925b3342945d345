import { Button, EmptyState, useTexts } from '@tessera/kit';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../../phone/use-phone.ts';
import { useViewName } from '../../table/view-name.ts';
import { later } from '../../later.tsx';
import type { DrawnProps } from '../view.ts';
import { FillIn } from '../../forms/fill.tsx';
import { useBuilding } from './mode.ts';
import { questionsOf } from '../../forms/model.ts';
import { mayBuild } from './settings.tsx';
import type { Subject } from '../../forms/subject.ts';
import '../../forms/texts.ts';

/** Loaded for who builds. */
const Builder = later(async () => (await import('../../forms/builder.tsx')).Builder);

/** A form of the table: filled in by all who may add records, built by those who may change the view. */
export const Form = (props: DrawnProps) => {
  const { table, view, state, work, users } = props;
  const t = useTexts('building');
  const phone = usePhone();
  const [building, setBuilding] = useBuilding();
  const navigate = useNavigate();
  const name = useViewName()(view);
  const other = table.views.find((one) => one.id !== view.id && one.type !== view.type);
  const away = other === undefined ? '/home' : `/object/${table.id}/${other.id}`;
  const onClose = useCallback(() => void navigate(away), [navigate, away]);
  const of = useMemo((): Subject => ({ id: view.id, viewId: view.id, name, onClose }), [view.id, name, onClose]);
  // A phone has no room to build on.
  const builds = mayBuild(table, view) && !phone;
  if (building && builds)
    return (
      <Builder
        table={table}
        of={of}
        config={state.config}
        change={state.change}
        address={`/object/${table.id}/${view.id}`}
        work={work}
        users={users}
      />
    );
  if (!table.rights.canCreateRecords)
    return (
      <EmptyState drawing="locked" screen title={t('form.denied')}>
        {t('form.deniedText')}
      </EmptyState>
    );
  if (questionsOf(table, state.config).length === 0)
    return (
      <EmptyState
        screen
        title={t('form.empty')}
        actions={
          builds && (
            <Button variant="primary" onClick={() => setBuilding(true)}>
              {t('form.build')}
            </Button>
          )
        }
      >
        {t('form.emptyText')}
      </EmptyState>
    );
  return <FillIn table={table} of={of} config={state.config} work={work} users={users} phone={phone} />;
};
