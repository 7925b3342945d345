import {
  Button,
  Dialog,
  errorCode,
  PasswordInput,
  Switch,
  toast,
  useErrorText,
  useSession,
  useTexts,
} from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Erasure, type Kind, plan } from './privacy.resource.ts';
import classes from './privacy.module.css';

const toggles = {
  data: ['records', 'apps', 'files'],
  organization: ['everything', 'people', 'name'],
} as const;

/** Asks before all data is deleted: three switches and a password stand before the button, and the focus on the safe choice. */
export const EraseDialog = ({
  kind,
  erasure,
  onClose,
  onPlanned,
}: {
  readonly kind: Kind;
  readonly erasure: Erasure;
  readonly onClose: () => void;
  readonly onPlanned: () => Promise<void>;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const { organization } = useSession();
  const [on, setOn] = useState<ReadonlySet<string>>(new Set());
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const byPassword = erasure.confirm === 'password';
  const go = useMutation({
    mutationFn: () => plan(kind, byPassword ? password : undefined),
    onSuccess: async () => {
      await onPlanned();
      onClose();
    },
    onError: (error) => {
      setPassword('');
      if (errorCode(error) !== 'password_mismatch')
        toast({ kind: 'error', message: t('privacy.notPlanned'), detail: errorText(error) });
    },
  });
  const wrong = go.error !== null && errorCode(go.error) === 'password_mismatch';
  const missing = tried && password === '' ? t(wrong ? 'privacy.passwordWrong' : 'privacy.passwordMissing') : undefined;
  const ready = on.size === toggles[kind].length;
  return (
    <Dialog
      opened
      closable={!go.isPending}
      onClose={onClose}
      title={t(`privacy.${kind}.title`, { name: organization.name })}
      onSubmit={() => {
        setTried(true);
        if (ready && !go.isPending && (!byPassword || password !== '')) go.mutate();
      }}
      footer={
        <>
          <Button data-autofocus disabled={go.isPending} onClick={onClose}>
            {t('privacy.keep')}
          </Button>
          <Button
            type="submit"
            variant={ready ? 'danger' : 'default'}
            disabled={!ready}
            working={go.isPending && t('privacy.working')}
          >
            {t(`privacy.${kind}.action`)}
          </Button>
        </>
      }
    >
      <p className="t-secondary">
        {erasure.days === 0 ? t('privacy.atOnce') : t('privacy.grace', { count: erasure.days })}
      </p>
      <div className={classes['switches']}>
        {toggles[kind].map((toggle) => (
          <Switch
            key={toggle}
            checked={on.has(toggle)}
            disabled={go.isPending}
            label={t(`privacy.toggles.${toggle}`)}
            onChange={(checked) => {
              const next = new Set(on);
              if (checked) next.add(toggle);
              else next.delete(toggle);
              setOn(next);
            }}
          />
        ))}
      </div>
      <p className="t-caption">{t('privacy.allThree')}</p>
      {byPassword && (
        <PasswordInput
          label={t('privacy.password')}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={missing}
        />
      )}
    </Dialog>
  );
};
