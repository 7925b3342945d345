import { isRejection, systemActor } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { AppsServiceDefinition } from '@tessera/proto/apps/v1/service';
import type { RpcClients } from '@tessera/rpc';
import { AutomationsServiceDefinition } from '@tessera/proto/automations/v1/service';
import { isMailAddress } from '../config.ts';
import { languageOf } from '../languages.ts';
import { readStepMailReference, stepMail } from './automations.ts';
import { erasureMail, readErasureReference } from './erasure.ts';
import { isPersonal, type Mail } from './evolve.ts';
import { linkMail, receiptMail } from './links.ts';
import { invitationMail, passwordResetMail, type Letter } from './letters.ts';

/** A mail as it is sent now; `gone` where what it tells of is. `own`: a link for nobody but its receiver. */
export type Contents = { readonly to: string; readonly letter: Letter; readonly own?: string } | 'gone';
export type ContentsOf = (organizationId: string, mail: Pick<Mail, 'kind' | 'reference'>) => Promise<Contents>;

const deadlineMs = 5_000;

/** Reads what a mail says from the service that knows it: neither the log nor the queue holds an address or a link. */
export const createContents = (rpc: RpcClients, noticeContents: ContentsOf, baseUrl: string): ContentsOf => {
  const auth = rpc.client(AuthServiceDefinition);
  const apps = rpc.client(AppsServiceDefinition);
  const automations = rpc.client(AutomationsServiceDefinition);
  const told = async (organizationId: string, { kind, reference }: Pick<Mail, 'kind' | 'reference'>) => {
    const by = { actor: systemActor('notifications', organizationId), deadlineMs };
    if (kind === 'invitation') {
      const invitation = await auth.getInvitationMail({ invitationId: reference }, by);
      return { to: invitation.email, letter: invitationMail(invitation, languageOf(invitation.language)) };
    }
    if (kind === 'public-link' || kind === 'receipt') {
      const mail = await apps.getLinkMail({ mailId: reference }, by);
      const language = languageOf(mail.language);
      if (kind === 'public-link') return { to: mail.email, letter: linkMail(mail, language) };
      const letter = receiptMail(mail, language);
      return { to: mail.email, letter, ...(mail.changeable && { own: mail.link }) };
    }
    if (kind === 'automation') {
      const [mail, { name: organization, language }] = await Promise.all([
        automations.readStepMail(readStepMailReference(reference), by),
        auth.getOrganization({}, by),
      ]);
      return { to: mail.email, letter: stepMail({ ...mail, organization }, languageOf(language)) };
    }
    if (kind === 'erasure') {
      const about = readErasureReference(reference);
      const organization = await auth.getOrganization({}, by);
      const letter = erasureMail(about, organization, baseUrl, languageOf(organization.language));
      return { to: organization.importantEmails[about.place] ?? '', letter };
    }
    if (kind !== 'password-reset') return undefined;
    const reset = await auth.getPasswordResetMail({ resetId: reference }, by);
    return { to: reset.email, letter: passwordResetMail(reset, languageOf(reset.language)), own: reset.link };
  };
  return async (organizationId, mail) => {
    try {
      const contents = isPersonal(mail) ? await noticeContents(organizationId, mail) : await told(organizationId, mail);
      if (contents === 'gone') return contents;
      return contents !== undefined && isMailAddress(contents.to) ? contents : 'gone';
    } catch (error) {
      if (isRejection(error) && error.kind === 'not_found') return 'gone';
      throw error;
    }
  };
};
