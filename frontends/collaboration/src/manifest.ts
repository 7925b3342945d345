import { defineManifest } from '@tessera/kit/manifest';

export const manifest = defineManifest({
  name: 'collaboration',
  kit: '0.1.0',
  routes: [{ path: '/collaboration/*', load: () => import('./collaboration.page.tsx') }],
  menu: [{ id: 'collaboration', label: 'collaboration:title', to: '/collaboration' }],
  commands: [{ id: 'collaboration', label: 'collaboration:open', run: ({ navigate }) => navigate('/collaboration') }],
  shortcuts: [],
  messages: {
    en: () => import('./locales/en.ts'),
    pt: () => import('./locales/pt.ts'),
    es: () => import('./locales/es.ts'),
  },
});
