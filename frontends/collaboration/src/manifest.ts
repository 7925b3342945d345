import { defineManifest } from '@tessera/kit/manifest';

export const manifest = defineManifest({
  name: 'collaboration',
  kit: '0.1.0',
  routes: [{ path: '/tasks', load: () => import('./tasks.page.tsx') }],
  menu: [{ id: 'tasks', label: 'collaboration:tasks.title', to: '/tasks', right: 'canViewTasks', icon: 'tasks' }],
  commands: [
    {
      id: 'tasks',
      label: 'collaboration:tasks.open',
      keywords: 'collaboration:tasks.words',
      right: 'canViewTasks',
      run: ({ navigate }) => navigate('/tasks'),
    },
    {
      id: 'new-task',
      label: 'collaboration:tasks.new',
      right: 'canViewTasks',
      run: ({ navigate }) => navigate('/tasks?new'),
    },
  ],
  shortcuts: [],
  messages: {
    en: () => import('./locales/en.ts'),
    pt: () => import('./locales/pt.ts'),
    es: () => import('./locales/es.ts'),
  },
});
