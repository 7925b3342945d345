import { useTexts } from '@tessera/kit';

/** The roles that every organization starts with, by the name that the server gives them. */
const given = { Admin: 'role.given.admin', Builder: 'role.given.builder', Member: 'role.given.member' } as const;

/** What a role is called on screen: in the reader's language, until somebody names it otherwise. */
export const useRoleName = (): ((name: string) => string) => {
  const t = useTexts('administration');
  return (name) => (Object.hasOwn(given, name) ? t(given[name as keyof typeof given]) : name);
};
