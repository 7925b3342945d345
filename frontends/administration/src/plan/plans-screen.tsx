import { ErrorState, Loading, Page, Skeleton, useFormats, usePageTitle, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { PlanCards } from './plan-cards.tsx';
import { featuresQuery, planQuery, plansQuery } from './plan.resource.ts';
import classes from './plan.module.css';

/** `/settings/plans`: the plan, its limits and its features. */
export const PlansScreen = () => {
  const t = useTexts('administration');
  const { date, number } = useFormats();
  const plan = useQuery(planQuery);
  const features = useQuery(featuresQuery);
  const plans = useQuery(plansQuery);
  usePageTitle(t('plan.title'));
  const error = plan.error ?? features.error ?? plans.error;
  if (error !== null && (plan.data === undefined || features.data === undefined || plans.data === undefined))
    return (
      <ErrorState
        screen
        error={error}
        onRetry={() => {
          void plan.refetch();
          void features.refetch();
          void plans.refetch();
        }}
      />
    );
  const limitOf = (limit: number | null): string => (limit === null ? t('usage.noLimit') : number(limit));
  return (
    <Page header={<h1 className="t-strong">{t('plan.title')}</h1>} back="/home">
      {plan.data === undefined || features.data === undefined || plans.data === undefined ? (
        <Loading>
          <Skeleton width={320} height={72} />
        </Loading>
      ) : (
        <div className={classes['body']}>
          <section className={classes['card']}>
            <h2 className="t-strong">{t(`plan.plans.${plan.data.planId}`, { defaultValue: plan.data.planId })}</h2>
            {plans.data.length === 0 && <p className="t-caption">{t('plan.selfHosted')}</p>}
            {plan.data.isTrial && (
              <p className="t-caption">{t('plan.trialLeft', { days: number(plan.data.trialDaysLeft) })}</p>
            )}
            {plan.data.blocked_from !== null && (
              <p className="t-caption">{t('plan.late', { day: date(plan.data.blocked_from) })}</p>
            )}
            <dl className={classes['limits']}>
              <dt>{t('plan.runs')}</dt>
              <dd>{limitOf(plan.data.maxAutomationRuns)}</dd>
              <dt>{t('plan.records')}</dt>
              <dd>{limitOf(plan.data.maxDatabaseRows)}</dd>
            </dl>
          </section>
          {plans.data.length > 0 && <PlanCards plans={plans.data} current={plan.data.planId} />}
          <h2 className="t-strong">{t('plan.features')}</h2>
          <ul className={classes['features']}>
            {Object.entries(features.data.features).map(([name, state]) => (
              <li key={name}>
                <span>{t(`plan.names.${name}`)}</span>
                <span>{t(state === 'on' ? 'plan.on' : 'plan.blocked')}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Page>
  );
};
