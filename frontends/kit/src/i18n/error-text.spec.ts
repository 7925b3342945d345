import { expect, it } from 'vitest';
import { messages } from '../locales/en.ts';
import { textByStatus } from './error-text.ts';

it('a refusal without a text of its own is told in the language of the page, never in the English of the server', () => {
  for (const language of ['pt', 'pt-BR', 'es'])
    for (const status of [400, 401, 403, 404, 409, 412, 413, 422, 429, 500, 503]) {
      const key = textByStatus(status, language);
      expect(key, `${status}`).toMatch(/^kit:codes\./);
      expect(Object.keys(messages.codes)).toContain(key!.slice('kit:codes.'.length));
    }
});
it('English keeps the sentence of the server, but for what is away', () => {
  expect(textByStatus(409, 'en')).toBeUndefined();
  expect(textByStatus(503, 'en-GB')).toBe('kit:codes.unavailable');
});
