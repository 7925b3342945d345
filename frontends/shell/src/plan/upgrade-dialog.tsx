import {
  api,
  Button,
  Dialog,
  ErrorState,
  hasRight,
  Loading,
  Skeleton,
  useRights,
  useTexts,
  useUrlModal,
} from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { isFeature, usePrice } from './told.ts';
import classes from './plan.module.css';

const Plans = ({ feature }: { readonly feature: string }) => {
  const t = useTexts('upgrade');
  const price = usePrice();
  const { data, error, refetch } = useQuery({
    queryKey: ['plan', 'all'],
    queryFn: async ({ signal }) => (await api.get('/v3/subscription/plans', { signal })).plans,
  });
  if (data === undefined)
    return error === null ? (
      <Loading>
        <Skeleton width={320} height={72} />
      </Loading>
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  const found = data.filter(({ features }) => !isFeature(feature) || features.includes(feature));
  if (found.length === 0) return <p>{t('none')}</p>;
  return (
    <>
      <h3 className={`t-strong ${classes['heading']}`}>{t('has')}</h3>
      <ul className={classes['plans']}>
        {found.map(({ id, prices }) => (
          <li key={id}>
            <span className="t-medium">{t(`plans.${id}`, { defaultValue: id })}</span>
            <span className="t-secondary">{t('monthly', { price: price(prices) })}</span>
          </li>
        ))}
      </ul>
    </>
  );
};

/** What the plan lacks, and for who manages it the plans that have it; the others read whom to ask. */
export const UpgradeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts('upgrade');
  const navigate = useNavigate();
  const { params } = useUrlModal('managePlan');
  const manages = hasRight(useRights(), 'canManagePlan');
  const feature = params['upgradeToFeature'] ?? '';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('title')}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:close')}</Button>
          {manages && (
            <Button variant="primary" data-autofocus onClick={() => void navigate('/settings/plans')}>
              {t('see')}
            </Button>
          )}
        </>
      }
    >
      <p>{isFeature(feature) ? t('lacks', { feature: t(`features.${feature}`) }) : t('plain')}</p>
      {manages ? <Plans feature={feature} /> : <p>{t('ask')}</p>}
    </Dialog>
  );
};
