import type { Field } from '@tessera/kit';
import { fieldTypes } from '@tessera/fields';
import { describe, expect, it } from 'vitest';
import { pieces } from './highlight.ts';
import { type About, callOf, exampleFields, languages, operations, sampleOf } from './samples.ts';

const field = (name: string, type: string, props: Field['props'] = {}): Field => ({
  id: 'f',
  name,
  type,
  props,
  required: false,
  unique: false,
  description: '',
});
const about: About = {
  base: 'https://work.example',
  tableId: 't1',
  recordId: 'r1',
  fields: [field('Deal’s "name"', 'singleLineText'), field('Value', 'number'), field('Won', 'checkbox')],
};

describe('the values of an example', () => {
  it('are of the table’s own fields: a label of its options, and none that is another’s id or the server’s', () => {
    const options = [{ id: 'o1', label: 'Lead', color: 'blue' }];
    const fields = [
      field('Number', 'identifier'),
      field('Stage', 'select', { options }),
      field('Tags', 'multipleSelect', { options }),
      field('Owner', 'user'),
      field('Made', 'criado_em'),
      field('Value', 'number'),
    ];
    expect(exampleFields(fields)).toEqual({ Stage: 'Lead', Tags: ['Lead'], Value: 1234.5 });
  });
  it('are known or left out, whatever the type', () => {
    for (const { id } of fieldTypes)
      for (const value of Object.values(exampleFields([field('a', id)])))
        expect(['string', 'number', 'boolean']).toContain(typeof value);
  });
});

describe('a program', () => {
  it('calls the operation at the organization’s own address, with the token that stands in the environment', () => {
    for (const operation of operations)
      for (const language of languages) {
        const text = sampleOf(language, operation, about);
        // The package makes the address of its parts.
        if (language !== 'client') expect(text).toContain(`https://work.example${callOf(operation, about).path}`);
        expect(text).toContain('https://work.example');
        expect(text).toContain('TESSERA_TOKEN');
      }
  });
  it('is what a shell reads as it is, quotes in it too', () => {
    const named = { ...about, fields: [field("Deal's", 'checkbox')] };
    expect(sampleOf('curl', 'change', named)).toBe(
      [
        `curl -X PATCH 'https://work.example/api/v3/tables/t1/records/r1?fieldKey=name' \\`,
        `  -H "Authorization: Bearer $TESSERA_TOKEN" \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{"fields":{"Deal'\\''s":true}}'`,
      ].join('\n'),
    );
    expect(sampleOf('python', 'change', named)).toContain(`json.dumps({"fields": {"Deal's": True}})`);
  });
  it('by the package for programs names the route, what it is about and where the package is', () => {
    expect(sampleOf('client', 'change', { ...about, fields: [field('Won', 'checkbox')] })).toBe(
      [
        '// npm install https://work.example/tessera-client.tgz',
        'import { createClient } from "@tessera/client";',
        '',
        'const client = createClient({',
        '  url: "https://work.example",',
        '  token: process.env.TESSERA_TOKEN,',
        '});',
        'const answer = await client.patch("/v3/tables/{table}/records/{record}", {',
        '  path: {',
        '    "table": "t1",',
        '    "record": "r1"',
        '  },',
        '  query: {',
        '    "fieldKey": "name"',
        '  },',
        '  body: {',
        '    "fields": {',
        '      "Won": true',
        '    }',
        '  },',
        '});',
        'console.log(answer);',
      ].join('\n'),
    );
  });
  it('is drawn in pieces that are the text as it was', () => {
    for (const language of languages) {
      const text = sampleOf(language, 'create', about);
      expect(
        pieces(text)
          .map((one) => one.text)
          .join(''),
      ).toBe(text);
    }
    expect(pieces('const a = "b" + 2')).toEqual([
      { text: 'const', kind: 'word' },
      { text: ' a = ', kind: 'plain' },
      { text: '"b"', kind: 'text' },
      { text: ' + ', kind: 'plain' },
      { text: '2', kind: 'number' },
    ]);
  });
});
