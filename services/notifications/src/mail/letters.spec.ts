import { describe, expect, it } from 'vitest';
import { isMailAddress, readMailConfig } from '../config.ts';
import { languages } from '../languages.ts';
import { invitationMail, passwordResetMail } from './letters.ts';

const told = {
  link: 'https://tessera.example/invitation/abc_-1',
  organization: '<b>Acme & "Co"</b>\r\nBcc: x@evil.example',
  inviter: "Ann <script>alert('1')</script>\u202e",
  expiresAt: Date.UTC(2026, 10, 30),
};

describe('the mail of an invitation', () => {
  it.each(languages)('says the same as text and as HTML: %s', (language) => {
    const { subject, text, html } = invitationMail(told, language);
    for (const part of [text, html]) expect(part).toContain(told.link);
    expect(text).toMatch(/2026/);
    expect(html).toContain(`<html lang="${language}">`);
    expect(subject).not.toMatch(/[\r\n]/);
  });
  it('shows what people wrote as text, in one line', () => {
    const { subject, text, html } = invitationMail(told, 'en');
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain('&lt;b&gt;Acme &amp; &quot;Co&quot;&lt;/b&gt;');
    expect([subject, text].join('\n')).not.toMatch(/^Bcc:/m);
    expect(text).not.toContain('\u202e');
  });
  it('names nobody where the installation invites', () => {
    expect(invitationMail({ ...told, inviter: '' }, 'en').text).toContain('You are invited to work with');
  });
});

describe('the mail of a link to a new password', () => {
  it.each(languages)('has the link as text and as HTML, and no line of its own from a name: %s', (language) => {
    const { subject, text, html } = passwordResetMail({ ...told, name: 'Ann\r\nBcc: x@evil.example' }, language);
    for (const part of [text, html]) expect(part).toContain(told.link);
    expect(html).toContain(`<html lang="${language}">`);
    expect([subject, text].join('\n')).not.toMatch(/^Bcc:/m);
  });
});

describe('an address', () => {
  it.each(['ann@marlow.example', "o'neil+x@mail.marlow.example", 'a@b'])('may get mail: %s', (one) =>
    expect(isMailAddress(one)).toBe(true),
  );
  it.each(['', 'a', '@b', 'a@', 'a@b\r\nRCPT TO:<c@d>', 'a b@c', 'a@b>', 'a@b,c@d', '"a"@b', `${'a'.repeat(65)}@b`])(
    'is refused where it could mean something else: %j',
    (one) => expect(isMailAddress(one)).toBe(false),
  );
});

describe('the configuration of mail', () => {
  it('asks for TLS unless the operator says otherwise', () => {
    const of = (url: string) => readMailConfig({ TESSERA_SMTP_URL: url }).smtp;
    expect(of('smtp://mail.test')).toMatchObject({ port: 587, security: 'starttls' });
    expect(of('smtps://me%40x:p%2Fw@mail.test')).toMatchObject({
      port: 465,
      security: 'tls',
      user: 'me@x',
      password: 'p/w',
    });
    expect(of('smtp://mail.test:25?security=plain')).toMatchObject({ port: 25, security: 'plain' });
    expect(of('')).toBeUndefined();
  });
  it.each([
    [{ TESSERA_SMTP_URL: 'http://mail.test' }, 'must be smtp://'],
    [{ TESSERA_SMTP_URL: 'smtp://user@mail.test' }, 'needs a password'],
    [{ TESSERA_SMTP_URL: 'smtp://a', TESSERA_SMTP_URL_FILE: '/b' }, 'not both'],
    [{ TESSERA_MAIL_FROM: 'Ann <a@b>' }, 'no e-mail address'],
  ])('is refused where it is not valid: %j', (environment, message) =>
    expect(() => readMailConfig(environment)).toThrow(message),
  );
});
