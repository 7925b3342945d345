import { addTexts, api, i18n } from '@tessera/kit';
import type { PlaceCommand } from '@tessera/kit/manifest';

await addTexts('building', 'on-page', {
  en: () => import('./texts/en.ts'),
  pt: () => import('./texts/pt.ts'),
  es: () => import('./texts/es.ts'),
});

const tablePath = /^\/object\/([0-9a-z]{26})(?:\/|$)/;
const appPath = /^\/app\/([0-9a-z]{26})$/;
const wide = '(min-width: 680px)';

const ofTable = async (tableId: string, signal: AbortSignal): Promise<readonly PlaceCommand[]> => {
  const t = i18n.getFixedT(null, 'building');
  const { views, rights } = await api.get('/v3/tables/{table}', { path: { table: tableId }, signal });
  const at = `/object/${tableId}`;
  return [
    ...(views.length > 1
      ? [
          {
            id: 'views',
            label: t('onPage.views'),
            keywords: t('onPage.viewWords'),
            within: views.map((view) => ({ id: view.id, label: view.label, to: `${at}/${view.id}` })),
          },
        ]
      : []),
    ...(rights.canCreateRecords
      ? [{ id: 'upload', label: t('onPage.upload'), keywords: 'csv excel', to: `/connector?table=${tableId}` }]
      : []),
    { id: 'changes', label: t('menu.changes'), to: `${at}/changes` },
    { id: 'past', label: t('menu.past'), to: `${at}/past` },
    ...(rights.canDeleteRecords && rights.canEditRecords
      ? [{ id: 'duplicates', label: t('menu.duplicates'), to: `${at}/duplicates` }]
      : []),
  ];
};

const ofApp = async (appId: string, signal: AbortSignal): Promise<readonly PlaceCommand[]> => {
  const t = i18n.getFixedT(null, 'building');
  const { rights } = await api.get('/v3/apps/{id}', { path: { id: appId }, signal });
  // An app is built on a wide screen.
  return rights.canEditBlocks && matchMedia(wide).matches
    ? [{ id: 'edit', label: t('onPage.edit'), to: `/app/${appId}?edit` }]
    : [];
};

/** What the palette offers on a table and on an app, as its menus do. */
export const commandsOf = async (pathname: string, signal: AbortSignal): Promise<readonly PlaceCommand[]> => {
  const table = tablePath.exec(pathname)?.[1];
  if (table !== undefined) return ofTable(table, signal);
  const app = appPath.exec(pathname)?.[1];
  return app === undefined ? [] : ofApp(app, signal);
};
