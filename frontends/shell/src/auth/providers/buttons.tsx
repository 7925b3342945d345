import { type Answered, api, useTexts } from '@tessera/kit';
import { useEffect, useState } from 'react';
import { Problem } from '../auth-frame.tsx';
import classes from './providers.module.css';

/** What a provider's server left in the address, taken out of it: it is shown, or used, once. */
const taken = (): { readonly refused: string | null; readonly step: string | null } => {
  const refused = new URLSearchParams(location.search).get('refused');
  const step = new URLSearchParams(location.hash.slice(1)).get('verifySession');
  if (refused !== null || step !== null) history.replaceState(history.state, '', location.pathname);
  return { refused, step };
};

/** A button for each provider, and why the last one let nobody in. */
export const ProviderButtons = ({
  providers,
  onStep,
}: {
  readonly providers: Answered<'get_org_get'>['providers'];
  readonly onStep: (verifySession: string) => void;
}) => {
  const t = useTexts('providers');
  const [{ refused, step }] = useState(taken);
  useEffect(() => {
    if (step !== null) onStep(step);
  }, [step, onStep]);
  const { pathname, search } = location;
  const query = pathname === '/login' ? {} : { to: pathname + search };
  return (
    <div className={classes['providers']}>
      <Problem>{refused === null ? null : t(refused === 'empty_seat' ? 'noSeat' : 'refused')}</Problem>
      {providers.map(({ id, kind, name }) => (
        <a
          key={id}
          className={classes['button']}
          data-kind={kind}
          href={api.href('/auth/oidc/{id}/start', { path: { id }, query })}
        >
          {t('with', { name })}
        </a>
      ))}
      <p className={classes['or']}>{t('or')}</p>
    </div>
  );
};
