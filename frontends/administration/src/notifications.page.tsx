import { addTexts } from '@tessera/kit';
import { NotificationsScreen } from './notifications/notifications-screen.tsx';

await addTexts('administration', 'notifications', {
  en: () => import('./notifications/texts/en.ts'),
  pt: () => import('./notifications/texts/pt.ts'),
  es: () => import('./notifications/texts/es.ts'),
});

/** `/settings/notifications`: of what somebody hears, and how. */
export const Page = () => <NotificationsScreen />;
