import { Button, Dialog, PasswordInput, TextInput, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './editor.module.css';
import { useFunctionCalls } from './functions.resource.ts';

/** Keeps a value by its name; with a name that is there it takes the place of its value. */
export const SecretDialog = ({
  id,
  name: given,
  onClose,
}: {
  readonly id: string;
  readonly name?: string;
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useFunctionCalls();
  const [name, setName] = useState(given ?? '');
  const [value, setValue] = useState('');
  const [tried, setTried] = useState(false);
  const wrong = { name: !/^[A-Za-z_][A-Za-z0-9_]{0,59}$/.test(name.trim()), value: value === '' };
  const keep = useMutation({
    mutationFn: () => calls.keepSecret(id, name.trim(), value),
    onSuccess: () => {
      toast({ message: t('lowcode.secretKept', { name: name.trim() }), duration: 5000 });
      onClose();
    },
  });
  const missing = tried && wrong.value ? t('lowcode.secretValueMissing') : undefined;
  return (
    <Dialog
      opened
      size="small"
      closable={!keep.isPending}
      onClose={onClose}
      title={t(given === undefined ? 'lowcode.addSecret' : 'lowcode.replaceSecret')}
      onSubmit={() => {
        setTried(true);
        if (!wrong.name && !wrong.value && !keep.isPending) keep.mutate();
      }}
      footer={
        <>
          <Button disabled={keep.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={keep.isPending && t('lowcode.saving')}>
            {t('lowcode.save')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <TextInput
          label={t('lowcode.secretName')}
          {...(given === undefined && { 'data-autofocus': true })}
          maxLength={60}
          spellCheck={false}
          disabled={given !== undefined}
          value={name}
          onChange={setName}
          error={tried && wrong.name ? t('lowcode.secretNameWrong') : undefined}
        />
        <PasswordInput
          label={t('lowcode.secretValue')}
          {...(given !== undefined && { 'data-autofocus': true })}
          autoComplete="off"
          maxLength={4_000}
          value={value}
          onChange={setValue}
          error={keep.error ? errorText(keep.error) : missing}
        />
      </div>
    </Dialog>
  );
};

/** Asks before a secret goes: nothing restores it. */
export const ForgetDialog = ({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useFunctionCalls();
  const forget = useMutation({
    mutationFn: () => calls.forgetSecret(id, name),
    onSuccess: () => {
      toast({ message: t('lowcode.secretGone', { name }), duration: 5000 });
      onClose();
    },
    onError: (error) => toast({ kind: 'error', message: t('lowcode.notChanged'), detail: errorText(error) }),
  });
  return (
    <Dialog
      opened
      size="small"
      closable={!forget.isPending}
      onClose={onClose}
      title={t('lowcode.removeSecretTitle', { name })}
      footer={
        <>
          <Button data-autofocus disabled={forget.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button variant="danger" working={forget.isPending && t('lowcode.deleting')} onClick={() => forget.mutate()}>
            {t('lowcode.removeSecret')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('lowcode.removeSecretText')}</p>
    </Dialog>
  );
};
