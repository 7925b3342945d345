import { hasRight, NoPermission, NotFound, useRights, useTexts } from '@tessera/kit';
import { Navigate, useParams } from 'react-router';
import { EditorScreen, sections, type Section } from './roles/editor.tsx';
import { RolesScreen } from './roles/roles-screen.tsx';
import { addRoleTexts } from './roles/texts.ts';

await addRoleTexts();

/** `/settings/roles`: the roles of the organization, and the editor of each. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const { '*': rest = '' } = useParams();
  if (!hasRight(rights, 'canManageRoles'))
    return <NoPermission title={t('role.denied')}>{t('role.deniedText')}</NoPermission>;
  if (rest === '') return <RolesScreen />;
  const [, id, section] = /^update\/(\d{1,15})(?:\/([^/]*))?$/.exec(rest) ?? [];
  if (id === undefined) return rest.startsWith('update/') ? <EditorScreen id="" section="rules" /> : <NotFound />;
  if (!sections.includes(section as Section)) return <Navigate replace to={`/settings/roles/update/${id}/rules`} />;
  return <EditorScreen id={id} section={section as Section} />;
};
