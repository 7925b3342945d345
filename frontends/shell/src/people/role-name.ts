import { useTexts } from '@tessera/kit';
import { useCallback } from 'react';

/** The roles that every organization starts with, by the name that the server gives them. */
const given = { Admin: 'role.admin', Builder: 'role.builder', Member: 'role.member' } as const;

/** The text for a role that has the name that the server gave; undefined for one that people named. */
export const roleText = (name: string): (typeof given)[keyof typeof given] | undefined =>
  Object.hasOwn(given, name) ? given[name as keyof typeof given] : undefined;

/** What a role is called on screen: in the reader's language, until somebody names it otherwise. */
export const useRoleName = (): ((name: string) => string) => {
  const t = useTexts('shell');
  return useCallback(
    (name) => {
      const text = roleText(name);
      return text === undefined ? name : t(text);
    },
    [t],
  );
};
