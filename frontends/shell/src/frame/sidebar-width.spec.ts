import { describe, expect, it } from 'vitest';
import { clampWidth, parseSidebar } from './sidebar-width.ts';

describe('the remembered sidebar', () => {
  it('is read when it makes sense and usual otherwise', () => {
    expect(parseSidebar('{"width":280,"collapsed":true}')).toEqual({ width: 280, collapsed: true });
    for (const text of [null, '', 'x', '[]', '7', '{"width":"wide"}'])
      expect(parseSidebar(text)).toEqual({ width: 240, collapsed: false });
  });

  it('stays between 200 and 320', () => {
    expect(clampWidth(12)).toBe(200);
    expect(clampWidth(900)).toBe(320);
    expect(parseSidebar('{"width":5000}').width).toBe(320);
  });
});
