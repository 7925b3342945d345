import { ErrorState, Loading, Page, Skeleton, useFormats, usePageTitle, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { featuresQuery, planQuery } from './plan.resource.ts';
import classes from './plan.module.css';

/** `/settings/plans`: the plan, its limits and its features. */
export const PlansScreen = () => {
  const t = useTexts('administration');
  const { number } = useFormats();
  const plan = useQuery(planQuery);
  const features = useQuery(featuresQuery);
  usePageTitle(t('plan.title'));
  const error = plan.error ?? features.error;
  if (error !== null && (plan.data === undefined || features.data === undefined))
    return (
      <ErrorState
        screen
        error={error}
        onRetry={() => {
          void plan.refetch();
          void features.refetch();
        }}
      />
    );
  const limitOf = (limit: number | null): string => (limit === null ? t('usage.noLimit') : number(limit));
  return (
    <Page header={<h1 className="t-strong">{t('plan.title')}</h1>} back="/home">
      {plan.data === undefined || features.data === undefined ? (
        <Loading>
          <Skeleton width={320} height={72} />
        </Loading>
      ) : (
        <div className={classes['body']}>
          <section className={classes['card']}>
            <h2 className="t-strong">{t('plan.enterprise')}</h2>
            <p className="t-caption">{t('plan.selfHosted')}</p>
            <dl className={classes['limits']}>
              <dt>{t('plan.runs')}</dt>
              <dd>{limitOf(plan.data.maxAutomationRuns)}</dd>
              <dt>{t('plan.records')}</dt>
              <dd>{limitOf(plan.data.maxDatabaseRows)}</dd>
            </dl>
          </section>
          <h2 className="t-strong">{t('plan.features')}</h2>
          <ul className={classes['features']}>
            {Object.entries(features.data).map(([name, state]) => (
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
