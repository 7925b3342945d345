import { defineManifest } from '@tessera/kit/manifest';

export const manifest = defineManifest({
  name: 'building',
  kit: '0.1.0',
  routes: [
    { path: '/object/:tableId/*', right: 'canViewTablesPages', load: () => import('./table.page.tsx') },
    { path: '/connector/*', right: 'canViewConnectorPage', sidebar: 'collapsed', load: () => import('./import.page.tsx') },
  ],
  menu: [],
  commands: [],
  shortcuts: [],
  messages: {
    en: () => import('./locales/en.ts'),
    pt: () => import('./locales/pt.ts'),
    es: () => import('./locales/es.ts'),
  },
  needs: ['tables', 'connectors'],
});
