import { defineManifest } from '@tessera/kit/manifest';

export const manifest = defineManifest({
  name: 'building',
  kit: '0.1.0',
  routes: [
    {
      path: '/object/:tableId/*',
      right: 'canViewTablesPages',
      ahead: true,
      load: () => import('./table.page.tsx'),
      wide: ['./desk.tsx'],
    },
    {
      path: '/object/:tableId/past',
      right: 'canViewTablesPages',
      load: () => import('./past.page.tsx'),
    },
    {
      path: '/object/:tableId/changes',
      right: 'canViewTablesPages',
      load: () => import('./changes.page.tsx'),
    },
    {
      path: '/object/:tableId/duplicates',
      right: 'canViewTablesPages',
      load: () => import('./duplicates.page.tsx'),
    },
    {
      path: '/object/:tableId/forms/:form',
      right: 'canViewTablesPages',
      load: () => import('./forms.page.tsx'),
    },
    {
      path: '/object/:tableId/views/sla',
      right: 'canViewTablesPages',
      load: () => import('./stays.page.tsx'),
    },
    {
      path: '/app/:appId',
      load: () => import('./app.page.tsx'),
    },
    {
      path: '/app-page/:appId',
      load: () => import('./app.page.tsx'),
    },
    {
      path: '/workspaces/recovery/*',
      load: () => import('./trash.page.tsx'),
    },
    {
      path: '/create-app',
      right: 'canCreateApps',
      load: () => import('./create-app.page.tsx'),
    },
    {
      path: '/templates',
      load: () => import('./templates.page.tsx'),
    },
    {
      path: '/templates/create',
      load: () => import('./templates.page.tsx'),
    },
    {
      path: '/templates/:templateId',
      load: () => import('./templates.page.tsx'),
    },
    {
      path: '/connector/*',
      sidebar: 'collapsed',
      load: () => import('./import.page.tsx'),
    },
  ],
  menu: [
    {
      id: 'templates',
      label: 'building:templates.title',
      to: '/templates',
      right: 'canViewTemplates',
      icon: 'templates',
    },
  ],
  commands: [
    {
      id: 'create-app',
      label: 'building:builder.title',
      keywords: 'building:builder.words',
      right: 'canCreateApps',
      run: ({ navigate }) => navigate('/create-app'),
    },
    {
      id: 'templates',
      label: 'building:templates.title',
      keywords: 'building:templates.words',
      right: 'canViewTemplates',
      run: ({ navigate }) => navigate('/templates'),
    },
    {
      id: 'trash',
      label: 'building:trash.title',
      right: 'canViewTrash',
      run: ({ navigate }) => navigate('/workspaces/recovery'),
    },
  ],
  shortcuts: [
    { keys: 'enter', label: 'building:keys.edit', group: 'building:keys.group' },
    { keys: 'space', label: 'building:keys.expand', group: 'building:keys.group' },
    { keys: 'f6', label: 'building:keys.panel', group: 'building:keys.group' },
    { keys: 'shift+space', label: 'building:keys.select', group: 'building:keys.group' },
    { keys: 'mod+d', label: 'building:keys.fill', group: 'building:keys.group' },
    { keys: 'delete', label: 'building:keys.clear', group: 'building:keys.group' },
    { keys: 'mod+backspace', label: 'building:keys.remove', group: 'building:keys.group' },
    { keys: 'mod+shift+enter', label: 'building:record.new', group: 'building:keys.group' },
    { keys: 'mod+c', label: 'building:keys.copy', group: 'building:keys.group' },
    { keys: 'mod+v', label: 'building:keys.paste', group: 'building:keys.group' },
    { keys: 'mod+shift+arrowright', label: 'building:keys.move', group: 'building:keys.group' },
    { keys: 'shift+arrowright', label: 'building:keys.widen', group: 'building:keys.group' },
  ],
  extensions: [
    {
      slot: 'page.share',
      id: 'page-share',
      label: 'building:pageShare',
      right: 'isBuilder',
      load: () => import('./share/page-share.tsx'),
    },
    {
      slot: 'page.block',
      id: 'page-block',
      label: 'building:pageBlock',
      load: () => import('./blocks/page-block.tsx'),
    },
    {
      slot: 'page.choose-block',
      id: 'choose-block',
      label: 'building:chooseBlock',
      right: 'canViewApps',
      load: () => import('./blocks/choose-block.tsx'),
    },
    {
      slot: 'palette.context',
      id: 'on-page',
      label: 'building:menu.title',
      load: () => import('./on-page/commands.ts'),
    },
    {
      slot: 'app.around',
      id: 'bars',
      label: 'building:bars',
      load: () => import('./apps/bars/around.tsx'),
    },
  ],
  messages: {
    en: () => import('./locales/en.ts'),
    pt: () => import('./locales/pt.ts'),
    es: () => import('./locales/es.ts'),
  },
});
