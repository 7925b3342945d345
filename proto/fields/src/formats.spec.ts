import type { FileValue } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { fieldTypes, isWritten, readContextFor, valueFormats } from './index.ts';

describe('the formats of values', () => {
  it('are told of every type and of no other', () => {
    expect(Object.keys(valueFormats).toSorted()).toEqual(fieldTypes.map(({ id }) => id).toSorted());
  });

  it.each(fieldTypes.filter(isWritten).map((type) => [type.id, type] as const))(
    '%s answers its example as it was written',
    (id, type) => {
      const { example } = valueFormats[id]!;
      const option = { id: String([example].flat()[0]), label: 'Won', color: 'green' };
      const props = type.props(type.storage.startsWith('option') ? { options: [option] } : {});
      const findFile = (file: string) => [example].flat().find((one) => (one as FileValue).id === file) as FileValue;
      const cell = type.fromJson(example, props, { ...readContextFor('en', 'UTC'), findFile });
      expect(cell).not.toBeNull();
      expect(type.toJson(cell!, props)).toEqual(example);
    },
  );
});
