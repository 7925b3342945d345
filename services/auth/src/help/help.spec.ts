import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readHelp } from '../config.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-help-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (value: unknown): { readonly TESSERA_HELP: string } => {
  const path = join(folder, 'help.json');
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return { TESSERA_HELP: path };
};

describe('the operator’s help', () => {
  it('is nowhere without a file', () => {
    expect(readHelp({})).toEqual({ changelog: null, documentation: null, video_guides: null, videos: [] });
  });
  it('has links and up to four videos', () => {
    const videos = [1, 2, 3, 4].map((n) => ({ title: `Video ${n}`, url: `https://videos.example/${n}` }));
    const help = readHelp(file({ documentation: 'https://docs.example/', videos }));
    expect(help).toMatchObject({ documentation: 'https://docs.example/', changelog: null, videos });
    expect(() => readHelp(file({ videos: [...videos, videos[0]] }))).toThrow('TESSERA_HELP');
  });
  it('leads nowhere but to pages', () => {
    expect(() => readHelp(file({ documentation: 'javascript:alert(1)' }))).toThrow('documentation');
    expect(() => readHelp(file({ docs: 'https://docs.example/' }))).toThrow('TESSERA_HELP');
    expect(() => readHelp(file('{'))).toThrow('cannot be read');
    expect(() => readHelp({ TESSERA_HELP: join(folder, 'none.json') })).toThrow('cannot be read');
  });
});
