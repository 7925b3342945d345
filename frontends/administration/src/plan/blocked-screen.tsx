import { api, Button, Drawing, hasRight, toast, useErrorText, usePageTitle, useRights, useTexts } from '@tessera/kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { featuresQuery, planQuery } from './plan.resource.ts';
import classes from './plan.module.css';

const facts = ['kept', 'automations', 'calls', 'export'] as const;

/** Over everything: the plan is blocked, what that means, and the ways out of it. */
export const BlockedScreen = () => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const manages = hasRight(useRights(), 'canManagePlan');
  const plan = useQuery({ ...planQuery, enabled: manages });
  usePageTitle(t('plan.blockedTitle'));
  const look = useMutation({
    mutationFn: () => client.fetchQuery({ ...featuresQuery, staleTime: 0 }),
    onSuccess: ({ blocked }) => {
      if (blocked) toast({ message: t('plan.stillBlocked') });
      // All that was refused meanwhile is asked anew.
      else location.replace('/home');
    },
    onError: (error) => toast({ kind: 'error', message: t('plan.notLooked'), detail: errorText(error) }),
  });
  const leave = useMutation({
    mutationFn: () => api.logOut(),
    onSettled: () => location.replace('/login'),
  });
  return (
    <div className={classes['blocked']} role="alertdialog" aria-modal="true" aria-labelledby="plan-blocked">
      <div className={classes['blockedBox']}>
        <Drawing name="locked" />
        <h1 id="plan-blocked">{t('plan.blockedTitle')}</h1>
        <p>{t(manages && plan.data?.blocked_from ? 'plan.blockedLate' : 'plan.blockedText')}</p>
        <p>{t(manages ? 'plan.blockedManage' : 'plan.blockedAsk')}</p>
        <div className={classes['blockedButtons']}>
          <Button
            variant="primary"
            autoFocus
            onClick={() => look.mutate()}
            working={look.isPending && t('plan.looking')}
          >
            {t('plan.look')}
          </Button>
          <Button onClick={() => leave.mutate()}>{t('plan.leave')}</Button>
        </div>
        <dl className={classes['blockedFacts']}>
          {facts.map((fact) => (
            <div key={fact}>
              <dt>{t(`plan.blockedFacts.${fact}`)}</dt>
              <dd>{t(`plan.blockedFacts.${fact}Text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
};
