import {
  api,
  Button,
  Chip,
  copyText,
  Dialog,
  ErrorState,
  errorCode,
  PasswordInput,
  TextInput,
  toast,
  useErrorText,
  useTexts,
} from '@tessera/kit';
import { IconCheck, IconCopy, IconLock } from '@tessera/kit/icons';
import { qrOf, qrPath } from '@tessera/kit/qr';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../auth/auth-frame.tsx';
import fields from '../auth/auth.module.css';
import { queries } from '../session/session.resource.ts';
import classes from './security.module.css';
import { secondFactorQuery } from './security.resource.ts';

const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });

/** An address as a QR code, dark on light also where the page is dark: cameras want it so. */
const Code = ({ address }: { readonly address: string }) => {
  const modules = qrOf(address);
  if (modules === undefined) return null;
  const margin = 4;
  const side = modules.length + 2 * margin;
  return (
    <svg
      className={classes['qr']}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={qrPath(modules)} />
    </svg>
  );
};

type PasswordStepProps = {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onClose: () => void;
  readonly onPassword: (current: string) => Promise<void>;
};

/** A dialog that goes on with the password alone. */
const PasswordStep = ({ title, text, action, onClose, onPassword }: PasswordStepProps) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const [current, setCurrent] = useState('');
  const [tried, setTried] = useState(false);
  const go = useMutation({ mutationFn: () => onPassword(current), onError: () => setCurrent('') });
  const isWrong = go.error !== null && errorCode(go.error) === 'password_mismatch';
  const missing = tried && current === '' ? t(isWrong ? 'security:wrongPassword' : 'login.passwordMissing') : undefined;
  return (
    <Dialog
      opened
      closable={!go.isPending}
      onClose={onClose}
      title={title}
      onSubmit={() => {
        setTried(true);
        if (current !== '' && !go.isPending) go.mutate();
      }}
      footer={
        <>
          <Button disabled={go.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={go.isPending && t('security:working')}>
            {action}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{text}</p>
      <Problem>{go.error && !isWrong ? errorText(go.error) : null}</Problem>
      <div className={fields['fields']} style={{ marginTop: 16 }}>
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          data-autofocus
          value={current}
          onChange={setCurrent}
          error={missing}
        />
      </div>
    </Dialog>
  );
};

type Setup = { readonly secret: string; readonly address: string };

/** The secret goes into an app, which shows its first code. */
const ScanStep = ({
  setup,
  onClose,
  onCodes,
}: {
  readonly setup: Setup;
  readonly onClose: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: async () => (await api.post('/v3/second-factor', { body: { code: code.trim() } })).recovery_codes,
    onSuccess: async (codes) => {
      onCodes(codes);
      await changed();
    },
    onError: () => setCode(''),
  });
  const isWrong = confirm.error !== null && errorCode(confirm.error) === 'second_factor.code';
  return (
    <Dialog
      opened
      closable={!confirm.isPending}
      onClose={onClose}
      title={t('security:factor')}
      onSubmit={() => {
        if (code.trim() !== '' && !confirm.isPending) confirm.mutate();
      }}
      footer={
        <>
          <Button disabled={confirm.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={confirm.isPending && t('security:working')}>
            {t('security:turnOn')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('security:scan')}</p>
      <Code address={setup.address} />
      <p className="t-secondary">{t('security:typeInstead')}</p>
      <p className={classes['secret']}>
        <code data-secret>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Problem>{confirm.error && !isWrong ? errorText(confirm.error) : null}</Problem>
      <TextInput
        label={t('security:code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        data-autofocus
        value={code}
        onChange={setCode}
        error={isWrong && code === '' ? errorText(confirm.error) : undefined}
      />
    </Dialog>
  );
};

/** The recovery codes, this once. The dialog stays until the person says that they are kept. */
const CodesStep = ({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) => {
  const t = useTexts('shell');
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (await copyText(codes.join('\n'))) setCopied(true);
    else toast({ message: t('security:copyByHand') });
  };
  return (
    <Dialog
      opened
      closable={false}
      onClose={onClose}
      title={t('security:recoveryTitle')}
      footer={
        <>
          <Button icon={copied ? IconCheck : IconCopy} onClick={() => void copy()}>
            {t(copied ? 'security:copied' : 'security:copy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('security:kept')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('security:recoveryText')}</p>
      <ul className={classes['codes']} aria-label={t('security:recoveryTitle')}>
        {codes.map((one) => (
          <li key={one}>
            <code data-secret>{one}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

type Step = 'none' | 'begin' | 'off' | Setup | readonly string[];

/** Logins that ask for a code of an app as well: on, off, and what is left of the recovery codes. */
export const SecondFactor = ({ onEnabled }: { readonly onEnabled?: () => void }) => {
  const t = useTexts('shell');
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [step, setStep] = useState<Step>('none');
  const close = (): void => setStep('none');
  const on = data?.on === true;
  return (
    <section aria-labelledby="second-factor" className={classes['part']}>
      <div className={classes['head']}>
        <h2 id="second-factor">{t('security:factor')}</h2>
        {on && <Chip look="success">{t('security:on2')}</Chip>}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <div className={classes['row']}>
        <IconLock aria-hidden="true" />
        <span className="t-secondary">
          {on ? t('security:recoveryLeft', { count: data.recovery_left }) : t('security:factorText')}
        </span>
        {data && (
          <Button size="toolbar" onClick={() => setStep(on ? 'off' : 'begin')}>
            {t(on ? 'security:turnOff' : 'security:turnOn')}
          </Button>
        )}
      </div>
      {step === 'begin' && (
        <PasswordStep
          title={t('security:factor')}
          text={t('security:beginText')}
          action={t('security:continue')}
          onClose={close}
          onPassword={async (current) => setStep(await api.post('/v3/second-factor/setup', { body: { current } }))}
        />
      )}
      {step === 'off' && (
        <PasswordStep
          title={t('security:offTitle')}
          text={t('security:offText')}
          action={t('security:turnOff')}
          onClose={close}
          onPassword={async (current) => {
            await api.post('/v3/second-factor/off', { body: { current } });
            await changed();
            toast({ message: t('security:isOff') });
            close();
          }}
        />
      )}
      {typeof step === 'object' && 'secret' in step && <ScanStep setup={step} onClose={close} onCodes={setStep} />}
      {Array.isArray(step) && (
        <CodesStep
          codes={step}
          onClose={() => {
            close();
            onEnabled?.();
          }}
        />
      )}
    </section>
  );
};
