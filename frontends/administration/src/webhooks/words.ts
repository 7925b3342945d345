import { useTexts } from '@tessera/kit';
import type { Delivery, Entry } from './webhooks.resource.ts';

/** Why a webhook tells nothing, and what came of a delivery, in a few words. */
export const useWebhookWords = () => {
  const t = useTexts('administration');
  const answer = (status: number | null, code: string | null): string =>
    status === null
      ? t(`webhook.code.${(code ?? '').replace(/^.*\./, '')}`, { defaultValue: t('webhook.code.other') })
      : String(status);
  return {
    answer,
    /** Undefined while it tells what happens. */
    trouble: ({ paused, offReason, active, waiting }: Entry): string | undefined => {
      if (paused !== null)
        return `${t(`webhook.paused.${paused.reason}`, {
          defaultValue: t('webhook.paused.exhausted'),
          answer: answer(paused.status, paused.code),
        })} ${t('webhook.kept', { count: waiting })}`;
      return active || offReason === null
        ? undefined
        : t(`webhook.off.${offReason}`, { defaultValue: t('webhook.off.table') });
    },
    /** What of it stands in the list. */
    outcome: ({
      state,
      tries,
      status,
      code,
    }: Pick<Delivery, 'state' | 'tries' | 'status' | 'code'>): {
      readonly look: 'success' | 'warning' | 'danger';
      readonly text: string;
    } => {
      if (state === 'delivered') return { look: 'success', text: answer(status, code) };
      if (tries === 0) return { look: 'warning', text: t('webhook.waiting') };
      return { look: 'danger', text: answer(status, code) };
    },
    event: (type: string): string => t(`webhook.happened.${type.replace('record.', '')}`, { defaultValue: type }),
  };
};
