import {
  Button,
  copyText,
  Dialog,
  IconButton,
  TextInput,
  toast,
  useErrorText,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconCopy, IconKey } from '@tessera/kit/icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './signature.module.css';

export type Signing = { readonly signed: boolean; readonly oldSecretUntil: string | null };

type Calls = {
  /** Has calls signed, with the secret of the sender or a new one, which it answers. */
  readonly make: (secret: string | undefined) => Promise<string>;
  readonly remove: () => Promise<void>;
};

/** Asks for the sender's own secret, or makes one and shows it this once. */
const SecretDialog = ({
  renewed,
  make,
  onClose,
}: {
  /** There is one already. */
  readonly renewed: boolean;
  readonly make: Calls['make'];
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const [own, setOwn] = useState('');
  const [copied, setCopied] = useState(false);
  const made = useMutation({
    mutationFn: () => make(own.trim() === '' ? undefined : own.trim()),
    onSuccess: () => {
      if (own.trim() === '') return;
      toast({ message: t('signature.on'), duration: 5000 });
      onClose();
    },
  });
  const secret = own.trim() === '' ? made.data : undefined;
  const copy = async (): Promise<void> => {
    if (await copyText(secret ?? '')) setCopied(true);
    else toast({ message: t('signature.byHand') });
  };
  if (secret !== undefined)
    return (
      <Dialog
        opened
        size="small"
        closable={copied}
        onClose={onClose}
        title={t('signature.copyNow')}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('signature.haveIt')}
          </Button>
        }
      >
        <div className={classes['dialog']}>
          <p className="t-secondary">{t('signature.once')}</p>
          <div className={classes['secret']}>
            <code data-secret>{secret}</code>
            <IconButton data-autofocus icon={IconCopy} label={t('signature.copy')} onClick={() => void copy()} />
          </div>
          <p className="t-secondary">{t('signature.how')}</p>
          <p className="t-caption" role="status">
            {copied && t('signature.copied')}
          </p>
        </div>
      </Dialog>
    );
  return (
    <Dialog
      opened
      size="small"
      closable={!made.isPending}
      onClose={onClose}
      onSubmit={() => made.mutate()}
      title={t(renewed ? 'signature.newTitle' : 'signature.askTitle')}
      footer={
        <>
          <Button disabled={made.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={made.isPending && t('signature.saving')}>
            {t(renewed ? 'signature.new' : 'signature.ask')}
          </Button>
        </>
      }
    >
      <div className={classes['dialog']}>
        <p className="t-secondary">{t(renewed ? 'signature.newText' : 'signature.askText')}</p>
        <TextInput
          data-autofocus
          label={t('signature.own')}
          help={t('signature.ownHelp')}
          value={own}
          onChange={setOwn}
          autoComplete="off"
          spellCheck={false}
          error={made.error ? errorText(made.error) : undefined}
        />
      </div>
    </Dialog>
  );
};

/** Asks before calls are taken without a signature again. */
const StopDialog = ({ remove, onClose }: { readonly remove: Calls['remove']; readonly onClose: () => void }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const stop = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      toast({ message: t('signature.off'), duration: 5000 });
      onClose();
    },
    onError: (error) => toast({ kind: 'error', message: t('signature.notChanged'), detail: errorText(error) }),
  });
  return (
    <Dialog
      opened
      size="small"
      closable={!stop.isPending}
      onClose={onClose}
      title={t('signature.stopTitle')}
      footer={
        <>
          <Button data-autofocus disabled={stop.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button variant="danger" working={stop.isPending && t('signature.saving')} onClick={() => stop.mutate()}>
            {t('signature.stop')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('signature.stopText')}</p>
    </Dialog>
  );
};

/** Whether calls of an address must be signed, and the ways to change that. */
export const SignaturePart = ({
  signed,
  oldSecretUntil,
  make,
  remove,
  disabled = false,
  heading: Heading = 'h3',
}: Signing & Calls & { readonly disabled?: boolean; readonly heading?: 'h2' | 'h3' }) => {
  const t = useTexts('administration');
  const { dateTime } = useFormats();
  const [asked, setAsked] = useState<'secret' | 'stop'>();
  const close = (): void => setAsked(undefined);
  return (
    <section className={classes['part']} aria-labelledby="signature">
      <Heading id="signature" className="t-medium">
        {t('signature.title')}
      </Heading>
      <p className="t-secondary">
        {t(signed ? 'signature.isOn' : 'signature.isOff')}
        {oldSecretUntil !== null && ` ${t('signature.oldUntil', { when: dateTime(oldSecretUntil) })}`}
      </p>
      {!disabled && (
        <span className={classes['buttons']}>
          <Button size="toolbar" icon={IconKey} onClick={() => setAsked('secret')}>
            {t(signed ? 'signature.new' : 'signature.ask')}
          </Button>
          {signed && (
            <Button size="toolbar" onClick={() => setAsked('stop')}>
              {t('signature.stop')}
            </Button>
          )}
        </span>
      )}
      {asked === 'secret' && <SecretDialog renewed={signed} make={make} onClose={close} />}
      {asked === 'stop' && <StopDialog remove={remove} onClose={close} />}
    </section>
  );
};
