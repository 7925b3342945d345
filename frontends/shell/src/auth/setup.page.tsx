import {
  Button,
  ErrorState,
  errorCode,
  PasswordInput,
  RadioCards,
  Select,
  TextInput,
  toast,
  useErrorText,
  useLanguage,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { blankTable, createBlankTable } from '../create/create-table.ts';
import { sessionQuery, setUp, setupQuery } from '../session/session.resource.ts';
import { AuthFrame, Problem } from './auth-frame.tsx';
import classes from './auth.module.css';
import { currencyFor, isEmail, shortestPassword } from './checks.ts';
import { Standalone } from './standalone.tsx';

const currencies = ['$', 'R$', '€', '£', '¥', '₹', 'CHF', 'S/', '$U'] as const;
type Start = 'spreadsheet' | 'blank';

/** The first run: an account, then the organization. A second person who comes here gets the login. */
export const SetupPage = () => {
  const t = useTexts('shell');
  const { data: setup, isPending, error, refetch } = useQuery(setupQuery);
  usePageTitle(t('setup.title'));
  if (error)
    return (
      <Standalone>
        <ErrorState screen error={error} onRetry={() => void refetch()} />
      </Standalone>
    );
  if (isPending) return null;
  if (!setup.needed) return <Navigate to="/login" replace />;
  return <SetupForm codeRequired={setup.codeRequired} />;
};

const SetupForm = ({ codeRequired }: { codeRequired: boolean }) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const language = useLanguage();
  const navigate = useNavigate();
  const { refetch: refetchSession } = useQuery({ ...sessionQuery, enabled: false });
  const ownZone = useMemo(() => Intl.DateTimeFormat().resolvedOptions().timeZone, []);
  const zones = useMemo(() => [...new Set([ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [ownZone]);

  const [step, setStep] = useState<1 | 2>(1);
  const [tried, setTried] = useState(false);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [organization, setOrganization] = useState('');
  const [currency, setCurrency] = useState<string>(() => currencyFor(navigator.languages));
  const [timezone, setTimezone] = useState(ownZone);
  const [start, setStart] = useState<Start>('spreadsheet');

  const create = useMutation({
    mutationFn: () =>
      setUp({
        organization: organization.trim(),
        name: name.trim(),
        email: email.trim(),
        password,
        language,
        timezone,
        currency_symbol: currency,
        ...(codeRequired ? { code: code.trim() } : {}),
      }),
    // From here the workspace exists: what fails now is told there, not here.
    onSuccess: async () => {
      if (start === 'spreadsheet') return void navigate('/connector', { replace: true });
      try {
        const table = await createBlankTable(blankTable(t));
        void navigate(`/object/${table.id}`, { replace: true, state: { selectTitle: true } });
      } catch (failure) {
        toast({ kind: 'error', message: t('create.failed'), detail: errorText(failure) });
        void navigate('/home', { replace: true });
      }
    },
    onError: (failure) => {
      const failed = errorCode(failure);
      if (failed.startsWith('password.') || failed === 'setup_code') setStep(1);
      if (failed === 'already_set_up') void refetchSession();
    },
  });

  const accountErrors = {
    name: name.trim() === '' ? t('setup.nameMissing') : undefined,
    email: isEmail(email) ? undefined : t(email.trim() === '' ? 'login.emailMissing' : 'login.emailInvalid'),
    password: password.length >= shortestPassword ? undefined : t('setup.passwordShort', { count: shortestPassword }),
    code: codeRequired && code.trim() === '' ? t('setup.codeMissing') : undefined,
  };
  const failed = create.error ? errorCode(create.error) : '';
  const passwordError = failed.startsWith('password.')
    ? errorText(create.error)
    : tried
      ? accountErrors.password
      : undefined;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (step === 1) {
      if (Object.values(accountErrors).some(Boolean)) return;
      setTried(false);
      create.reset();
      setStep(2);
    } else if (organization.trim() !== '') create.mutate();
  };

  return (
    <AuthFrame organization={organization} currency={currency}>
      <form onSubmit={submit} noValidate>
        <div className={classes['steps']} aria-hidden="true">
          <i data-on />
          <i data-on={step === 2 || undefined} />
        </div>
        <p className={`t-caption ${classes['step']}`}>{t('setup.step', { step, of: 2 })}</p>
        {step === 1 ? (
          <>
            <h1 className="t-page-title">{t('setup.account')}</h1>
            <p className={`t-secondary ${classes['intro']}`}>{t('setup.accountIntro')}</p>
            <Problem>{create.error && !failed.startsWith('password.') ? errorText(create.error) : null}</Problem>
            <div className={classes['fields']}>
              {codeRequired && (
                <TextInput
                  label={t('setup.code')}
                  size="touch"
                  autoComplete="one-time-code"
                  spellCheck={false}
                  autoFocus
                  value={code}
                  onChange={setCode}
                  help={t('setup.codeHelp')}
                  error={tried ? accountErrors.code : undefined}
                />
              )}
              <TextInput
                label={t('setup.name')}
                size="touch"
                autoComplete="name"
                autoFocus={!codeRequired}
                value={name}
                onChange={setName}
                error={tried ? accountErrors.name : undefined}
                maxLength={120}
              />
              <TextInput
                label={t('email')}
                size="touch"
                type="email"
                autoComplete="username"
                value={email}
                onChange={setEmail}
                error={tried ? accountErrors.email : undefined}
              />
              <PasswordInput
                label={t('password')}
                size="touch"
                autoComplete="new-password"
                value={password}
                onChange={setPassword}
                help={t('setup.passwordHelp', { count: shortestPassword })}
                error={passwordError}
              />
            </div>
            <div className={classes['actions']}>
              <Button type="submit" variant="primary" size="touch">
                {t('setup.continue')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <h1 className="t-page-title">{t('setup.organization')}</h1>
            <p className={`t-secondary ${classes['intro']}`}>{t('setup.organizationIntro')}</p>
            <Problem>{create.error ? errorText(create.error) : null}</Problem>
            <div className={classes['fields']}>
              <TextInput
                label={t('setup.organizationName')}
                size="touch"
                autoComplete="organization"
                autoFocus
                value={organization}
                onChange={setOrganization}
                error={tried && organization.trim() === '' ? t('setup.organizationMissing') : undefined}
                maxLength={120}
              />
              <div className={classes['pair']}>
                <Select
                  label={t('setup.currency')}
                  size="touch"
                  value={currency}
                  onChange={setCurrency}
                  searchable={false}
                  options={currencies.map((sign) => ({
                    value: sign,
                    label: t(`currencies.${currencies.indexOf(sign)}`, { sign }),
                  }))}
                />
                <Select
                  label={t('setup.timezone')}
                  size="touch"
                  value={timezone}
                  onChange={setTimezone}
                  options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
                />
              </div>
              <div className={classes['group']}>
                <span className={classes['label']} aria-hidden="true">
                  {t('setup.begin')}
                </span>
                <RadioCards<Start>
                  label={t('setup.begin')}
                  value={start}
                  onChange={setStart}
                  options={[
                    { value: 'spreadsheet', label: t('setup.spreadsheet'), detail: t('setup.spreadsheetDetail') },
                    { value: 'blank', label: t('setup.blank'), detail: t('setup.blankDetail') },
                  ]}
                />
              </div>
            </div>
            <div className={classes['actions']}>
              <Button type="submit" variant="primary" size="touch" working={create.isPending && t('setup.creating')}>
                <span className="t-cut">
                  {organization.trim() === ''
                    ? t('setup.create')
                    : t('setup.createNamed', { organization: organization.trim() })}
                </span>
              </Button>
              <Button variant="quiet" size="touch" onClick={() => setStep(1)} disabled={create.isPending}>
                {t('kit:back')}
              </Button>
            </div>
          </>
        )}
      </form>
    </AuthFrame>
  );
};
