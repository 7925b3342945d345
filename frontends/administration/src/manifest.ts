import { defineManifest } from '@tessera/kit/manifest';

export const manifest = defineManifest({
  name: 'administration',
  kit: '0.1.0',
  routes: [
    { path: '/automations/*', load: () => import('./automations.page.tsx') },
    { path: '/settings/roles/*', load: () => import('./roles.page.tsx') },
    { path: '/settings/action-history', load: () => import('./action-history.page.tsx') },
  ],
  menu: [],
  commands: [
    {
      id: 'api-tokens',
      label: 'administration:tokens.title',
      keywords: 'administration:tokens.words',
      right: 'canManageTokens',
      run: ({ navigate }) => navigate('/automations/api-token'),
    },
    {
      id: 'api-tables',
      label: 'administration:api.title',
      keywords: 'administration:api.words',
      right: 'canManageTokens',
      run: ({ navigate }) => navigate('/automations/tables'),
    },
    {
      id: 'roles',
      label: 'administration:roles.title',
      keywords: 'administration:roles.words',
      right: 'canManageRoles',
      run: ({ navigate }) => navigate('/settings/roles'),
    },
    {
      id: 'history-log',
      label: 'administration:history.title',
      keywords: 'administration:history.words',
      right: 'canReadHistory',
      run: ({ navigate }) => navigate('/settings/action-history'),
    },
  ],
  shortcuts: [],
  extensions: [
    {
      slot: 'settings.menu',
      id: 'api-tokens',
      label: 'administration:tokens.title',
      right: 'canManageTokens',
      load: () => import('./open-tokens.ts'),
    },
    {
      slot: 'settings.menu',
      id: 'api-tables',
      label: 'administration:api.title',
      right: 'canManageTokens',
      load: () => import('./open-tables.ts'),
    },
    {
      slot: 'settings.menu',
      id: 'roles',
      label: 'administration:roles.title',
      right: 'canManageRoles',
      load: () => import('./open-roles.ts'),
    },
    {
      slot: 'settings.menu',
      id: 'history-log',
      label: 'administration:history.title',
      right: 'canReadHistory',
      load: () => import('./open-history.ts'),
    },
  ],
  messages: {
    en: () => import('./locales/en.ts'),
    pt: () => import('./locales/pt.ts'),
    es: () => import('./locales/es.ts'),
  },
});
