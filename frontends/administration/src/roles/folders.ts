import type { Answered } from '@tessera/kit';
import { levelOf, withLevel, type Data, type Kind, type Level } from './model.ts';

type Folder = Pick<Answered<'get_folders'>['folders'][number], 'id' | 'label' | 'color' | 'parentId' | 'tabs'>;
export type Held = {
  readonly id: string;
  readonly label: string;
  readonly color: string | null;
  readonly ids: readonly string[];
};

const typeOf: Readonly<Record<Kind, string>> = { tables: 'table', apps: 'app', pages: 'page' };

/** The folders with the tables or apps that are in them and in the folders inside; none that holds nothing of the kind. */
export const foldersWith = (folders: readonly Folder[], kind: Kind): readonly Held[] => {
  const inside = (folder: Folder): readonly string[] => [
    ...folder.tabs.filter(({ type }) => type === typeOf[kind]).map(({ id }) => id),
    ...folders.filter(({ parentId }) => parentId === folder.id).flatMap(inside),
  ];
  return folders
    .map((folder) => ({ id: folder.id, label: folder.label, color: folder.color, ids: inside(folder) }))
    .filter(({ ids }) => ids.length > 0);
};

/** What a role opens of all of these; undefined where they differ. */
export const levelOfAll = (data: Data, kind: Kind, ids: readonly string[]): Level | undefined => {
  const [first, ...others] = new Set(ids.map((id) => levelOf(data, kind, id).level));
  return others.length === 0 ? first : undefined;
};

/** The rights with another level for each of these. A folder stores none: what comes into it later follows its own. */
export const withLevelOfAll = (data: Data, kind: Kind, ids: readonly string[], level: Level): Data =>
  ids.reduce((next, id) => withLevel(next, kind, id, level), data);
