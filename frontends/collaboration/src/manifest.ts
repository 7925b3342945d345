import { defineManifest } from '@tessera/kit/manifest';

export const manifest = defineManifest({
  name: 'collaboration',
  kit: '0.1.0',
  routes: [
    { path: '/chat/*', right: 'canUseChat', load: () => import('./chat.page.tsx') },
    { path: '/tasks', right: 'canViewTasks', load: () => import('./tasks.page.tsx') },
    { path: '/for-you/tasks/:list', right: 'canViewTasks', load: () => import('./tasks.page.tsx') },
    { path: '/object/:tableId/tasks', right: 'canViewTasks', load: () => import('./tasks.page.tsx') },
    { path: '/doc-pages', load: () => import('./doc-pages.page.tsx') },
    { path: '/doc-page/:pageId', load: () => import('./doc-page.page.tsx') },
  ],
  menu: [
    { id: 'chat', label: 'collaboration:chat.title', to: '/chat', right: 'canUseChat', icon: 'chat' },
    { id: 'tasks', label: 'collaboration:tasks.title', to: '/tasks', right: 'canViewTasks', icon: 'tasks' },
    { id: 'doc-pages', label: 'collaboration:docPages.title', to: '/doc-pages', right: 'canViewPages', icon: 'pages' },
  ],
  commands: [
    {
      id: 'chat',
      label: 'collaboration:chat.open',
      keywords: 'collaboration:chat.words',
      right: 'canUseChat',
      run: ({ navigate }) => navigate('/chat'),
    },
    {
      id: 'tasks',
      label: 'collaboration:tasks.open',
      keywords: 'collaboration:tasks.words',
      right: 'canViewTasks',
      run: ({ navigate }) => navigate('/tasks'),
    },
    {
      id: 'doc-pages',
      label: 'collaboration:docPages.open',
      keywords: 'collaboration:docPages.words',
      right: 'canViewPages',
      run: ({ navigate }) => navigate('/doc-pages'),
    },
    {
      id: 'new-task',
      label: 'collaboration:tasks.new',
      right: 'canViewTasks',
      run: ({ navigate }) => navigate('/tasks?new'),
    },
  ],
  shortcuts: [],
  extensions: [
    {
      slot: 'record.tabs',
      id: 'tasks',
      label: 'collaboration:tasks.title',
      right: 'canViewTasks',
      load: () => import('./tasks/record-tasks.tsx'),
    },
    {
      slot: 'menu.count',
      id: 'unread',
      label: 'collaboration:chat.title',
      right: 'canUseChat',
      load: () => import('./chat/unread.tsx'),
    },
    {
      slot: 'app.tasks',
      id: 'app-tasks',
      label: 'collaboration:tasks.title',
      right: 'canViewTasks',
      load: () => import('./tasks/app-tasks.tsx'),
    },
    {
      slot: 'palette.search',
      id: 'found-chats',
      label: 'collaboration:chat.title',
      right: 'canUseChat',
      load: () => import('./found/chats.ts'),
    },
    {
      slot: 'palette.search',
      id: 'found-tasks',
      label: 'collaboration:tasks.title',
      right: 'canViewTasks',
      load: () => import('./found/tasks.ts'),
    },
    {
      slot: 'palette.search',
      id: 'found-pages',
      label: 'collaboration:docPages.title',
      right: 'canViewPages',
      load: () => import('./found/pages.ts'),
    },
  ],
  messages: {
    en: () => import('./locales/en.ts'),
    pt: () => import('./locales/pt.ts'),
    es: () => import('./locales/es.ts'),
  },
});
