import { addTexts, i18n, toast } from '@tessera/kit';
import type { ActedSlots } from '@tessera/kit/manifest';
import { putMutes, readMutes } from './notifications.resource.ts';

await addTexts('administration', 'notifications', {
  en: () => import('./texts/en.ts'),
  pt: () => import('./texts/pt.ts'),
  es: () => import('./texts/es.ts'),
});

/** Mutes a record for the person, or lets it be heard again. */
export const run = async ({ recordId }: ActedSlots['record.menu']): Promise<void> => {
  const t = i18n.getFixedT(null, 'administration');
  const set = (on: boolean) =>
    putMutes((before) => {
      const others = before.recordIds.filter((id) => id !== recordId);
      return { ...before, recordIds: on ? [...others, recordId] : others };
    });
  const muted = !(await readMutes()).recordIds.includes(recordId);
  await set(muted);
  toast({
    message: t(muted ? 'notifications.recordMuted' : 'notifications.recordHeard'),
    undo: async () => void (await set(!muted)),
  });
};
