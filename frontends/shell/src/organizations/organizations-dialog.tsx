import {
  Avatar,
  Button,
  Chip,
  Dialog,
  ErrorState,
  errorCode,
  Loading,
  Skeleton,
  TextInput,
  toast,
  useErrorText,
  useSession,
  useTexts,
} from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { SecondStep } from '../auth/second-step-later.tsx';
import { signOut } from '../session/session.resource.ts';
import {
  createOrganization,
  invitationIn,
  organizationsQuery,
  switchByCode,
  switchTo,
} from './organizations.resource.ts';
import classes from './organizations.module.css';

/** Who is here by a provider of one organization logs in to the other one. */
const logInTo = async (organization: string): Promise<void> => {
  await signOut();
  location.assign(`/login?org=${encodeURIComponent(organization)}`);
};

const List = ({ onStep }: { readonly onStep: (verifySession: string) => void }) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const { data, error, refetch } = useQuery(organizationsQuery);
  const go = useMutation({
    mutationFn: ({ id }: { readonly id: string }) => switchTo(id),
    onSuccess: (step) => step !== null && onStep(step),
    onError: (problem, { id }) =>
      toast({
        kind: 'error',
        message: t('organizations:notOpened'),
        detail: errorText(problem),
        ...(errorCode(problem) === 'organization.sign_in' && {
          action: {
            label: t('login.action'),
            run: () => void logInTo(data?.organizations.find((one) => one.id === id)?.short_name ?? id),
          },
        }),
      }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading>
        <Skeleton width={240} height={32} />
      </Loading>
    );
  return (
    <ul className={classes['list']} aria-label={t('organizations:yours')}>
      {data.organizations.map(({ id, name, short_name: word, logo_customizado: logo, current }) => (
        <li key={id}>
          <button
            type="button"
            className={classes['one']}
            disabled={current || go.isPending}
            aria-current={current || undefined}
            onClick={() => go.mutate({ id })}
          >
            <Avatar name={name} id={id} photo={logo} size={32} />
            <span className={classes['about']}>
              <span className="t-medium t-cut">{name}</span>
              <span className="t-caption t-cut">{word}</span>
            </span>
            {current && <Chip>{t('organizations:here')}</Chip>}
            {go.isPending && go.variables.id === id && <span role="status">{t('organizations:opening')}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Another organization comes by an invitation, whose link a person may paste here. */
const Connect = ({ email, onClose }: { readonly email: string; readonly onClose: () => void }) => {
  const t = useTexts('shell');
  const navigate = useNavigate();
  const [link, setLink] = useState('');
  const [tried, setTried] = useState(false);
  const token = invitationIn(link);
  const open = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (token === null) return;
    onClose();
    void navigate(`/invitation/${token}`);
  };
  return (
    <form className={classes['part']} onSubmit={open} noValidate>
      <h3 className="t-strong">{t('organizations:connect')}</h3>
      <p className="t-secondary">{t('organizations:connectText', { email })}</p>
      <div className={classes['line']}>
        <TextInput
          label={t('organizations:link')}
          value={link}
          onChange={setLink}
          maxLength={500}
          error={tried && token === null ? t('organizations:linkWrong') : undefined}
        />
        <Button type="submit">{t('organizations:open')}</Button>
      </div>
    </form>
  );
};

const Create = () => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: () => createOrganization(name.trim()),
    onError: (error) => toast({ kind: 'error', message: t('organizations:notCreated'), detail: errorText(error) }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '' && !create.isPending) create.mutate();
  };
  return (
    <form className={classes['part']} onSubmit={submit} noValidate>
      <h3 className="t-strong">{t('organizations:create')}</h3>
      <div className={classes['line']}>
        <TextInput
          label={t('organizations:name')}
          value={name}
          onChange={setName}
          maxLength={120}
          error={tried && name.trim() === '' ? t('organizations:nameMissing') : undefined}
        />
        <Button type="submit" working={create.isPending && t('organizations:creating')}>
          {t('create.title')}
        </Button>
      </div>
    </form>
  );
};

/** The organizations of a person: the way from one into another, and how there come to be more. */
export const Organizations = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts('shell');
  const { user } = useSession();
  const { data } = useQuery(organizationsQuery);
  const [step, setStep] = useState<string | null>(null);
  return (
    <Dialog opened onClose={onClose} title={t('organizations:title')}>
      {step !== null ? (
        <SecondStep verifySession={step} enter={switchByCode} onBack={() => setStep(null)} />
      ) : (
        <>
          <div className={classes['who']}>
            <Avatar name={user.name} id={user.id} photo={user.photo_url} size={32} />
            <span className={classes['about']}>
              <span className="t-strong t-cut">{user.name}</span>
              <span className="t-caption t-cut">{user.email}</span>
            </span>
          </div>
          <List onStep={setStep} />
          <Connect email={user.email} onClose={onClose} />
          {data?.can_create === true && <Create />}
        </>
      )}
    </Dialog>
  );
};
