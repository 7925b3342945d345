import { Button, useSession, usePageTitle, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { AuthFrame } from '../auth/auth-frame.tsx';
import classes from '../auth/auth.module.css';
import { SecondFactor } from '../security/second-factor.tsx';
import { signOut } from '../session/session.resource.ts';

/** What somebody sees whose organization asks for two-step login, until they have set it up. */
export const Lacking = () => {
  const t = useTexts('shell');
  const { organization } = useSession();
  const leave = useMutation({ mutationFn: signOut });
  usePageTitle(t('organizations:lacking'));
  return (
    <AuthFrame organization={organization.name}>
      <h1 className="t-page-title">{t('organizations:lacking')}</h1>
      <p className={`t-secondary ${classes['intro']}`}>
        {t('organizations:lackingText', { organization: organization.name })}
      </p>
      <SecondFactor onEnabled={() => location.reload()} />
      <Button variant="quiet" onClick={() => leave.mutate()}>
        {t('organizations:lackingLeave')}
      </Button>
    </AuthFrame>
  );
};
