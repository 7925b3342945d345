import { describe, expect, it } from 'vitest';
import { viewName } from './view-name.ts';

describe('the name of a view', () => {
  it('is translated while it is the one that the server gave, and is what people wrote otherwise', () => {
    expect(['All records', 'All', 'all records'].map((label) => viewName(label, 'Todos os registros'))).toEqual([
      'Todos os registros',
      'All',
      'all records',
    ]);
  });
});
