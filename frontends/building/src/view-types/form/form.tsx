import { addTexts, Button, EmptyState, useTexts } from '@tessera/kit';
import { usePhone } from '../../phone/use-phone.ts';
import { later } from '../../later.tsx';
import type { DrawnProps } from '../view.ts';
import { FillIn } from './fill.tsx';
import { useBuilding } from './mode.ts';
import { questionsOf } from './model.ts';
import { mayBuild } from './settings.tsx';

await addTexts('building', 'form', {
  en: () => import('./texts/en.ts'),
  pt: () => import('./texts/pt.ts'),
  es: () => import('./texts/es.ts'),
});

/** Loaded for who builds. */
const Builder = later(async () => (await import('./builder.tsx')).Builder);

/** A form of the table: filled in by all who may add records, built by those who may change the view. */
export const Form = (props: DrawnProps) => {
  const { table, view, state, work, users } = props;
  const t = useTexts('building');
  const phone = usePhone();
  const [building, setBuilding] = useBuilding();
  // A phone has no room to build on.
  const builds = mayBuild(table, view) && !phone;
  if (building && builds) return <Builder table={table} view={view} state={state} work={work} users={users} />;
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
  return <FillIn table={table} view={view} config={state.config} work={work} users={users} phone={phone} />;
};
