import {
  Button,
  copyText,
  Dialog,
  ErrorState,
  hasRight,
  type MadeInvitation,
  type Seat,
  Select,
  TextInput,
  toast,
  useErrorText,
  useFormats,
  useRights,
  useSession,
  useTexts,
} from '@tessera/kit';
import { IconAlertTriangle, IconCopy } from '@tessera/kit/icons';
import { roleOfSeat } from '@tessera/proto/rights';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isEmail } from '../auth/checks.ts';
import { sendsMailQuery } from '../mail/mail.resource.ts';
import { isLocalBase, linkFrom } from './base.ts';
import { invite, profilesQuery } from './people.resource.ts';
import classes from './people.module.css';
import { useRoleName } from './role-name.ts';

const seats: readonly Seat[] = ['builder', 'member', 'viewer'];

/** `mailed`: whether an e-mail brings the link as well; undefined where the person may not know, or it has no address. */
const Made = ({ invitation, email, mailed }: { invitation: MadeInvitation; email: string; mailed?: boolean }) => {
  const t = useTexts('shell');
  const { dateTime } = useFormats();
  const { baseUrl } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const link = linkFrom(invitation.link, baseUrl, location.origin);
  const copy = async (): Promise<void> => {
    if (await copyText(link)) toast({ message: t('people:invite.copied'), duration: 3000 });
    else {
      field.current?.focus();
      field.current?.select();
      toast({ message: t('people:invite.copyByHand') });
    }
  };
  return (
    <div className={classes['done']}>
      {mailed !== undefined && <p>{t(mailed ? 'people:invite.mailed' : 'people:invite.notMailed', { email })}</p>}
      <p className="t-secondary">
        {t(mailed === true ? 'people:invite.madeToo' : 'people:invite.made', { date: dateTime(invitation.expiresAt) })}
      </p>
      <div className={classes['link']}>
        <TextInput
          ref={field}
          label={t('people:invite.link')}
          value={link}
          onChange={() => undefined}
          readOnly
          onFocus={(event) => event.target.select()}
        />
        <Button variant="primary" icon={IconCopy} autoFocus onClick={() => void copy()}>
          {t('people:invite.copy')}
        </Button>
      </div>
      {isLocalBase(link) && (
        <p className={classes['warning']} role="note">
          <IconAlertTriangle aria-hidden="true" />
          <span>{t('people:invite.local', { base: baseUrl })}</span>
        </p>
      )}
    </div>
  );
};

/** Makes an invitation link with a role and a seat. The link is shown once. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const roleName = useRoleName();
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const profiles = useQuery(profilesQuery);
  const mails = useQuery({ ...sendsMailQuery, enabled: hasRight(useRights(), 'canReadMail') });
  const [email, setEmail] = useState('');
  const [seat, setSeat] = useState<Seat>('member');
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const make = useMutation({ mutationFn: invite });
  // The default roles are paired with seats: the seat proposes its role until one is chosen.
  const paired = profiles.data?.find((profile) => profile.name === roleOfSeat[seat]);
  const role = chosen ?? paired?.id_profile ?? profiles.data?.at(-1)?.id_profile ?? null;
  const addressed = email.trim() !== '';
  const sends = addressed ? mails.data : undefined;
  const badEmail = addressed && !isEmail(email);
  const submit = (): void => {
    setTried(true);
    if (role === null || badEmail) return;
    make.mutate({ seat, role, ...(addressed ? { email: email.trim() } : {}) });
  };
  const again = (): void => {
    make.reset();
    setEmail('');
    setTried(false);
  };

  if (make.data) {
    return (
      <Dialog
        opened
        onClose={onClose}
        size="medium"
        title={t('people:invite.title')}
        footer={
          <>
            <Button onClick={again}>{t('people:invite.another')}</Button>
            <Button onClick={onClose}>{t('people:invite.finish')}</Button>
          </>
        }
      >
        <Made
          invitation={make.data}
          email={make.variables.email ?? ''}
          {...(sends === undefined ? {} : { mailed: sends })}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="medium"
      title={t('people:invite.title')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={role === null}
            working={make.isPending && t(sends === true ? 'people:invite.sending' : 'people:invite.working')}
          >
            {t(sends === true ? 'people:invite.send' : 'people:invite.action')}
          </Button>
        </>
      }
    >
      <p className="t-secondary" style={{ marginBottom: 16 }}>
        {t('people:invite.intro')}
      </p>
      {profiles.error && !profiles.data ? (
        <ErrorState error={profiles.error} onRetry={() => void profiles.refetch()} />
      ) : (
        <div className={classes['form']}>
          <TextInput
            className={classes['wide'] ?? ''}
            label={t('people:invite.email')}
            type="email"
            autoComplete="off"
            value={email}
            onChange={setEmail}
            help={t(mails.data === true ? 'people:invite.emailSent' : 'people:invite.emailHelp')}
            error={tried && badEmail ? t('login.emailInvalid') : undefined}
            data-autofocus
          />
          <Select<Seat>
            label={t('people:invite.seat')}
            value={seat}
            onChange={setSeat}
            help={t(`people:invite.seats.${seat}`)}
            options={seats.map((value) => ({ value, label: t(`seat.${value}`) }))}
          />
          <Select
            label={t('people:invite.role')}
            value={role}
            onChange={setChosen}
            disabled={!profiles.data}
            help={t('people:invite.roleHelp')}
            options={(profiles.data ?? []).map((profile) => ({
              value: profile.id_profile,
              label: roleName(profile.name),
            }))}
          />
        </div>
      )}
      <div role="alert">{make.error && <p className={classes['problem']}>{errorText(make.error)}</p>}</div>
    </Dialog>
  );
};
