import { type Answered, Segmented, useFormats, useSession, useTexts } from '@tessera/kit';
import { useState } from 'react';
import classes from './plan.module.css';

type Plans = Answered<'get_subscription_plans'>['plans'];
const periods = ['monthly', 'annual'] as const;

/** The plans that have a price, beside each other; `current` is that of the organization. */
export const PlanCards = ({ plans, current }: { readonly plans: Plans; readonly current: string }) => {
  const t = useTexts('administration');
  const { number } = useFormats();
  const { organization } = useSession();
  const [period, setPeriod] = useState<(typeof periods)[number]>('monthly');
  const currency = organization.locale_settings.currency_symbol === 'R$' ? 'BRL' : 'USD';
  const money = (amount: number): string => `${currency === 'BRL' ? 'R$' : '$'}${number(amount)}`;
  return (
    <>
      <header className={classes['plansHead']}>
        <h2 className="t-strong">{t('plan.all')}</h2>
        <Segmented
          label={t('plan.period')}
          value={period}
          options={periods.map((one) => ({ value: one, label: t(`plan.periods.${one}`) }))}
          onChange={setPeriod}
        />
      </header>
      <ul className={classes['plans']}>
        {plans.map(({ id, prices, leastBuilders, features, maxAutomationRuns, maxDatabaseRows, maxApiCalls }) => (
          <li key={id} className={classes['card']} aria-current={id === current ? 'true' : undefined}>
            <h3 className="t-strong">{t(`plan.plans.${id}`, { defaultValue: id })}</h3>
            {id === current && <span className="t-caption">{t('plan.current')}</span>}
            <p>
              <strong>{money(prices[currency][period])}</strong> {t('plan.perUser')}
            </p>
            <ul>
              {(
                [
                  ['runsOf', maxAutomationRuns],
                  ['recordsOf', maxDatabaseRows],
                  ['callsOf', maxApiCalls],
                ] as const
              ).map(
                ([text, limit]) =>
                  limit !== null && limit > 0 && <li key={text}>{t(`plan.${text}`, { limit: number(limit) })}</li>,
              )}
              {features.map((name) => (
                <li key={name}>{t(`plan.names.${name}`)}</li>
              ))}
            </ul>
            <p className="t-caption">{t('plan.least', { builders: number(leastBuilders) })}</p>
          </li>
        ))}
      </ul>
    </>
  );
};
