import { api, Button, hasRight, useRights, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import classes from './palette.module.css';

/** For whoever manages the plan, while nothing is paid for. */
export const Banner = ({ onChosen }: { readonly onChosen: () => void }) => {
  const t = useTexts('shell');
  const manages = hasRight(useRights(), 'canManagePlan');
  const { data } = useQuery({
    queryKey: ['palette-plan'],
    queryFn: ({ signal }) => api.get('/v3/subscription/current', { signal }),
    enabled: manages,
    staleTime: 60_000,
  });
  if (!manages || data === undefined || !(data.isTrial || data.planId === 'free')) return null;
  return (
    <div className={classes['banner']}>
      <span>{t('palette.upsell')}</span>
      <Button size="toolbar" onClick={onChosen}>
        {t('palette.plans')}
      </Button>
    </div>
  );
};
