import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { languageOf, textsOf } from './texts.ts';
import { firstWord, work } from './work.ts';

describe('the work of an answer', () => {
  it('hashes as SHA-256 does, at every length', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'aé'.repeat(length).slice(0, length);
      expect(firstWord(text)).toBe(Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16));
    }
  });
  it('finds a proof, and none where none is asked for', async () => {
    const proof = await work('ticket', 8);
    expect(hash('sha256', `ticket.${proof}`, 'hex').slice(0, 2)).toBe('00');
    expect(await work('ticket', 0)).toBe('');
  });
});

describe('texts', () => {
  it('are in the first language of the browser that there is', () => {
    expect(languageOf(['fr-FR', 'pt-BR', 'en'])).toBe('pt');
    expect(languageOf(['de'])).toBe('en');
    expect(textsOf('es')('sharedBy', { name: 'Marlow' })).toBe('Compartido por Marlow');
  });
});
