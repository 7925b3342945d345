import { Button, copyText, IconButton, toast, useErrorText, useTexts } from '@tessera/kit';
import { IconCopy } from '@tessera/kit/icons';
import { useState } from 'react';
import { embedOf, isAddress, linkApi, type PublicLink } from './link.resource.ts';
import classes from './share.module.css';
import { Words } from './words.tsx';

/** As many as one call takes. */
const most = 20;

/** Sends the address to people by e-mail. */
export const Mailing = ({ link }: { readonly link: PublicLink }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const [emails, setEmails] = useState<readonly string[]>([]);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const wrong = emails.filter((email) => !isAddress(email));
  const send = async (): Promise<void> => {
    setSending(true);
    setFailure(undefined);
    try {
      await linkApi.mail(link.id, [...emails]);
      setEmails([]);
      toast({ message: t('share.mailed') });
    } catch (error) {
      setFailure(`${t('share.notMailed')}. ${errorText(error)}`);
    } finally {
      setSending(false);
    }
  };
  return (
    <section className={classes['part']}>
      <Words
        label={t('share.mail')}
        help={t('share.mailHelp', { count: emails.length, most })}
        error={wrong.length > 0 ? t('share.mailWrong', { address: wrong[0]! }) : failure}
        words={emails}
        most={most}
        disabled={sending}
        removeLabel={(address) => t('share.mailRemove', { address })}
        onChange={(next) => {
          setFailure(undefined);
          setEmails(next);
        }}
      />
      <div>
        <Button disabled={emails.length === 0 || wrong.length > 0 || sending} onClick={() => void send()}>
          {t('share.mailSend')}
        </Button>
      </div>
    </section>
  );
};

/** Lets pages of named hosts show it in a frame, and gives the code for that. */
export const Embedding = ({
  link,
  title,
  working,
  onHosts,
}: {
  readonly link: PublicLink;
  readonly title: string;
  readonly working: boolean;
  readonly onHosts: (hosts: string[]) => void;
}) => {
  const t = useTexts('building');
  const code = embedOf(link, title);
  const copy = async (): Promise<void> => {
    const copied = await copyText(code);
    toast(copied ? { message: t('share.embedCopied') } : { kind: 'error', message: t('share.embedNotCopied') });
  };
  return (
    <section className={classes['part']}>
      <Words
        label={t('share.embed')}
        help={t('share.embedHelp')}
        words={link.embed_hosts}
        most={most}
        disabled={working}
        removeLabel={(host) => t('share.embedRemove', { host })}
        onChange={onHosts}
      />
      {link.embed_hosts.length > 0 && (
        <div className={classes['row']}>
          <pre className={classes['snippet']} tabIndex={0} aria-label={t('share.embedCode')}>
            {code}
          </pre>
          <IconButton icon={IconCopy} label={t('share.embedCopy')} onClick={() => void copy()} />
        </div>
      )}
    </section>
  );
};
