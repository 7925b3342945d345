import { describe, expect, it } from 'vitest';
import { languages } from '../languages.ts';
import { linkMail, receiptMail } from './links.ts';

const told = {
  link: 'https://tessera.example/public/abc_-1',
  title: 'Talk to <b>us</b>\r\nBcc: x@evil.example',
  organization: 'Marlow Supply',
  sender: 'Isolde',
  changeable: false,
};

describe('the mail that brings the address of a public link', () => {
  it.each(languages)('says who sends it, what it is called and where it is: %s', (language) => {
    const { subject, text, html } = linkMail(told, language);
    for (const part of [text, html])
      for (const said of [told.link, 'Isolde', 'Marlow Supply']) expect(part).toContain(said);
    expect([subject, text].join('\n')).not.toMatch(/^Bcc:/m);
    expect(html).not.toContain('<b>');
  });
  it('does not say what a page is called that a password guards', () =>
    expect(linkMail({ ...told, title: '' }, 'en').subject).toBe('Marlow Supply has a page for you'));
});

describe('a receipt', () => {
  it.each(languages)('says which form it is of, and leads back: %s', (language) => {
    const { subject, text, html } = receiptMail({ ...told, title: 'A trial' }, language);
    expect(subject).toContain('A trial');
    for (const part of [text, html]) expect(part).toContain(told.link);
  });
  it('leads to the answer where it may be changed, and warns of who has the link', () => {
    const { text } = receiptMail({ ...told, changeable: true, organization: '' }, 'en');
    expect(text).toContain('Change your answer');
    expect(text).toContain('keep it to yourself');
    expect(text).not.toContain('It went to');
  });
});
