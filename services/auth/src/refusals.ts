import { declareRefusals, requestRefusals, undoRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { conflict, forbidden, invalid, list, notFound, refuses, rejection } = declareRefusals({
  ...requestRefusals,
  ...undoRefusals,
  'account.not_found': ['not_found', 'There is no such account.'],
  already_set_up: ['conflict', 'This workspace is already set up. Sign in instead.'],
  'api_token.beyond_rights': ['forbidden', 'A token cannot do more with a table than you may.'],
  'api_token.expired': ['invalid', 'The day on which a token ends must be in the future.'],
  'api_token.not_found': ['not_found', 'There is no such token.'],
  'api_token.other_owner': ['forbidden', 'Only whoever made a token can make its secret anew.'],
  email_taken: ['conflict', 'An account with this e-mail address exists already. Sign in instead.'],
  empty_seat: [
    'forbidden',
    "Your user doesn't have any seat associated with it. Speak with your organization's admin to get one.",
  ],
  'erasure.asked': ['conflict', 'A deletion is planned already.'],
  'erasure.began': ['conflict', 'The deletion has started.'],
  'erasure.none': ['conflict', 'No deletion is planned.'],
  'erasure.running': ['unavailable', 'The data of this organization is being deleted. Come back in some minutes.'],
  'erasure.sign_in': ['forbidden', 'Log in again first: this is done within ten minutes of a login.'],
  'invitation.expired': ['conflict', 'This invitation has expired. Ask for a new one.'],
  'invitation.not_found': ['not_found', 'There is no such invitation.'],
  'invitation.other_email': ['invalid', 'This invitation is for another e-mail address.'],
  'invitation.revoked': ['conflict', 'This invitation was taken back.'],
  'invitation.used': ['conflict', 'This invitation was already used.'],
  last_admin: ['conflict', 'An organization needs at least one active administrator on a builder seat.'],
  'login.busy': ['unavailable', 'Too many people are signing in. Try again in a moment.'],
  'member.exists': ['conflict', 'You are already a member of this organization. Sign in instead.'],
  not_set_up: ['conflict', 'The first organization needs a password, or the first run in a browser.'],
  oauth_mismatch: [
    'unauthenticated',
    'This account lets nobody into this organization. Log in in another way, or ask an administrator.',
  ],
  'picture.format': ['invalid', 'Invalid picture format'],
  'picture.not_found': ['not_found', 'There is no such picture.'],
  'provider.apple': ['invalid', 'Apple wants a team ID, a key ID and the private key as a PEM text.'],
  'provider.domain': ['invalid', 'A domain of e-mail addresses looks like marlow.example.'],
  'provider.incomplete': ['invalid', 'New people are let in only with a role, a seat and e-mail domains.'],
  'provider.issuer': [
    'invalid',
    'The address of the issuer must begin with https://, and a directory of Microsoft is its ID.',
  ],
  'provider.not_found': ['not_found', 'There is no such provider.'],
  'organization.here': ['conflict', 'Already in this org'],
  'organization.not_found': ['not_found', 'There is no such organization.'],
  'organization.short_name': [
    'invalid',
    'A short name has 3 to 30 lower-case letters and digits, at least one of them a letter, and is no word of our addresses.',
  ],
  'organization.short_name_taken': ['conflict', 'Another organization has this short name.'],
  'organization.sign_in': [
    'forbidden',
    'You came in by a provider of this organization, which proves who you are to it alone. Log in to the other one.',
  ],
  'organization.too_many': ['conflict', 'One person can be in at most 100 organizations.'],
  'organizations.closed': ['forbidden', 'The operator of this installation creates organizations.'],
  'password.common': ['invalid', 'This password is too easy to guess. Choose another one.'],
  'password.too_long': ['invalid', 'A password has at most 200 characters.'],
  'password.too_short': ['invalid', 'Your password must have at least 6 characters.'],
  password_mismatch: ['unauthenticated', 'Incorrect email or password.'],
  'role.admin': ['forbidden', 'The admin role has unrestricted access: it is not copied, deleted or narrowed.'],
  'role.not_found': ['not_found', 'Role not found'],
  'role.not_grantable': ['forbidden', 'You cannot give a role or seat with rights that you do not have.'],
  'role.own': ['forbidden', 'You cannot change, copy or delete your own role.'],
  'role.same': ['invalid', 'Choose another role for the people of this one.'],
  'role.too_many_people': ['invalid', 'At most 1,000 people get another role at once.'],
  'session.not_found': ['not_found', 'There is no such session. It may have ended already.'],
  'second_factor.already_on': ['conflict', 'Two-step login is on already.'],
  'second_factor.code': ['invalid', 'This code is not right, or was used before.'],
  'second_factor.expired': ['unauthenticated', 'That took too long. Log in again.'],
  'second_factor.elsewhere': [
    'conflict',
    'This person is in other organizations too. The operator of this installation can turn their two-step login off.',
  ],
  'second_factor.not_on': ['conflict', 'Two-step login is not on.'],
  setup_code: ['forbidden', 'Enter the one-time code that the server printed when it started.'],
  'view_as.beyond_rights': [
    'forbidden',
    'You cannot look at the workspace as somebody who may see or do what you may not.',
  ],
  'view_as.not_on': ['conflict', 'You already see the workspace with your own rights.'],
  'user.not_found': ['not_found', 'There is no such user.'],
});

/** A link to a new password that was used, is over or never was: which of them it is nobody is told. */
export const linkExpired = () => rejection('unauthenticated', 'invalid_token', 'Link expired, request a new one');

/** Of routes that take a new password, or ask for one. */
export const ofPassword = refuses('login.busy', 'password.common', 'password.too_long', 'password.too_short');
