import { api, hasRight, type Id, useRights, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import classes from './form.module.css';

/** How many automations start by an answer of the form, for who manages them. */
export const Listeners = ({ tableId, viewId }: { readonly tableId: Id; readonly viewId: Id }) => {
  const t = useTexts('building');
  const mayManage = hasRight(useRights(), 'canManageAutomations');
  const { data } = useQuery({
    queryKey: ['form-automations', tableId],
    enabled: mayManage,
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.get('/v3/automations', { signal })).automations,
  });
  if (!mayManage || data === undefined) return null;
  const listening = data.filter(
    ({ enabled, trigger: { type, config } }) =>
      enabled &&
      type === 'form_answered' &&
      config['tableId'] === tableId &&
      [undefined, null, '', viewId].includes(config['formId'] as string | null | undefined),
  );
  const [first] = listening;
  return (
    <p className={classes['help']}>
      {first === undefined ? (
        t('form.listensNone')
      ) : (
        <Link to={listening.length === 1 ? `/automations/automation/${first.id}` : '/automations/all-automations'}>
          {t('form.listens', { count: listening.length })}
        </Link>
      )}
    </p>
  );
};
