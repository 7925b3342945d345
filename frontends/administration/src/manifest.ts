import { defineManifest } from '@tessera/kit/manifest';

export const manifest = defineManifest({
  name: 'administration',
  kit: '0.1.0',
  routes: [
    { path: '/automations/all-automations', load: () => import('./automation-list.page.tsx') },
    { path: '/automations/my-automations', load: () => import('./automation-list.page.tsx') },
    {
      path: '/automations/automation/:automationId',
      sidebar: 'collapsed',
      load: () => import('./automation-editor.page.tsx'),
    },
    { path: '/automations/automation-log/*', load: () => import('./automation-log.page.tsx') },
    { path: '/automations/*', load: () => import('./automations.page.tsx') },
    { path: '/settings/roles/*', load: () => import('./roles.page.tsx') },
    { path: '/settings/action-history', load: () => import('./action-history.page.tsx') },
  ],
  menu: [
    {
      id: 'automations',
      label: 'administration:automations.title',
      to: '/automations/all-automations',
      right: 'canManageAutomations',
    },
  ],
  commands: [
    {
      id: 'automations',
      label: 'administration:automations.title',
      keywords: 'administration:automations.words',
      right: 'canManageAutomations',
      run: ({ navigate }) => navigate('/automations/all-automations'),
    },
    {
      id: 'automation-log',
      label: 'administration:automations.log',
      keywords: 'administration:automations.words',
      right: 'canManageAutomations',
      run: ({ navigate }) => navigate('/automations/automation-log'),
    },
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
