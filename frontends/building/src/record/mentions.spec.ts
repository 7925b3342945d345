import { describe, expect, it } from 'vitest';
import { keptOf, offered, partsOf, soughtAt, typedOf } from './mentions.ts';

const ana = { id: 'a'.repeat(26), name: 'Ana' };
const anaLima = { id: 'b'.repeat(26), name: 'Ana Lima (São Paulo)' };
const people = new Map([ana, anaLima].map(({ id, name }) => [id, name]));

describe('mentions', () => {
  it('are kept as ids and typed as names, the longer name before the shorter', () => {
    const typed = 'Hello @Ana Lima (São Paulo), and @Ana. Not @Anabel, nor @Ben';
    const kept = keptOf(typed, [ana, anaLima]);
    expect(kept).toBe(`Hello <@${anaLima.id}>, and <@${ana.id}>. Not @Anabel, nor @Ben`);
    expect(typedOf(kept, people)).toBe(typed);
    expect(keptOf('mail ana@Ana', [])).toBe('mail ana@Ana');
  });

  it('are parts of a comment, and who is not known stays as written', () => {
    const stranger = `<@${'c'.repeat(26)}>`;
    expect(partsOf(`<@${ana.id}> see ${stranger}`, people)).toEqual([
      { kind: 'mention', person: ana },
      { kind: 'text', text: ` see ${stranger}` },
    ]);
    expect(partsOf('', people)).toEqual([]);
  });

  it('are sought behind a sign that begins a word', () => {
    expect(soughtAt('Hi @an', 6)).toEqual({ from: 3, search: 'an' });
    expect(soughtAt('@', 1)).toEqual({ from: 0, search: '' });
    expect(soughtAt('Hi @Ana Li', 10)).toEqual({ from: 3, search: 'Ana Li' });
    for (const [typed, caret] of [
      ['ana@example', 11],
      ['Hi @ an', 7],
      ['Hi @an\nnext', 11],
      ['nobody', 6],
      [`@${'x'.repeat(41)}`, 42],
    ] as const)
      expect(soughtAt(typed, caret), typed).toBeUndefined();
  });

  it('offer who begins so before who has such a word, and nobody else', () => {
    const all = [anaLima, ana, { id: 'd', name: 'Lia Ana' }, { id: 'e', name: 'Ánabel' }, { id: 'f', name: 'Ben' }];
    expect(offered(all, 'an').map(({ name }) => name)).toEqual(['Ana', 'Ana Lima (São Paulo)', 'Ánabel', 'Lia Ana']);
    expect(offered(all, 'zz')).toEqual([]);
    expect(offered([...all, ...all], '')).toHaveLength(6);
  });
});
