import { describe, expect, it } from 'vitest';
import { askedKeys, catalogueFaults, flatten, textFaults } from './texts.ts';
import { rawColours, tokenFaults } from './tokens.ts';

const frontends = new URL('../../', import.meta.url).pathname;

describe('texts', () => {
  it('are complete in every language, and every key that the code asks for exists', async () => {
    expect(await textFaults(frontends)).toEqual([]);
  });

  it('are faulty when a language lacks a key, has one too many or other placeholders', () => {
    const en = flatten({ a: { b: 'Hello {{name}}', c: 'C' } });
    const pt = flatten({ a: { b: 'Olá' }, d: 'D' });
    expect(catalogueFaults('x', { en, pt, es: en })).toEqual([
      'x/pt: no text for a.c',
      'x/pt: d is unknown in English',
      'x/pt: a.b has other placeholders',
    ]);
  });

  it('may differ in plural forms but not lack the general one', () => {
    const en = flatten({ n_one: '{{count}} row', n_other: '{{count}} rows' });
    const es = flatten({ n_one: '{{count}} fila' });
    expect(catalogueFaults('x', { en, pt: en, es })).toEqual(['x/es: n_one lacks its _other']);
  });

  it('are found where code and manifests ask for them', () => {
    const source =
      "const t = useTexts('shell'); t('a.b'); t('kit:undo', { x: 1 }); t(`c.${d}`); ({ label: 'building:menu.x' })";
    expect(askedKeys(source, 'other')).toEqual(['shell:a.b', 'kit:undo', 'building:menu.x']);
  });
});

describe('colours', () => {
  it('stand in the tokens only', () => {
    expect(tokenFaults(frontends)).toEqual([]);
  });

  it('are refused as hex, functions and names in style sheets', () => {
    expect(
      rawColours('.a { color: #fff; background: oklch(0.5 0.1 20); border-color: red }', 'x.css').map(
        ({ text }) => text,
      ),
    ).toEqual(['#fff', 'oklch(0', ': red']);
  });

  it('are refused in components, where other uses of # are not', () => {
    expect(
      rawColours("const a = '#1f1b17'; const b = '#/home'; const c = \"url(#i)\"; // #fff", 'x.tsx').map(
        ({ text }) => text,
      ),
    ).toEqual(['#1f1b17']);
  });

  it('may be tokens and mixtures of tokens', () => {
    expect(
      rawColours('.a { color: var(--text); background: color-mix(in oklch, var(--p) 18%, transparent) }', 'x.css'),
    ).toEqual([]);
  });
});
