import { expect, it } from 'vitest';
import { roleText } from './role-name.ts';

it('the roles of every organization are read in each language, those that people named as they did', () => {
  expect(['Admin', 'Builder', 'Member'].map(roleText)).toEqual(['role.admin', 'role.builder', 'role.member']);
  for (const name of ['Sales', 'admin', 'constructor', '']) expect(roleText(name)).toBeUndefined();
});
