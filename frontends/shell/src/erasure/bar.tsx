import { api, Button, hasRight, toast, useErrorText, useFormats, useRights, useSession, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import classes from '../frame/frame.module.css';
import { queries, sessionQuery } from '../session/session.resource.ts';
import { addErasureTexts } from './texts.ts';

/** Over all pages, while the organization or all its data is to be deleted. */
const ErasureBar = () => {
  const t = useTexts('erasure');
  const errorText = useErrorText('erasure');
  const { date, time } = useFormats();
  const admin = hasRight(useRights(), 'isAdmin');
  const { delete_at: at, delete_kind: kind } = useSession().organization;
  const abort = useMutation({
    mutationFn: () => api.post('/v3/organization/abort', {}),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await queries.invalidateQueries({ queryKey: ['erasure'] });
      toast({ message: t('aborted') });
    },
    onError: (error) => toast({ kind: 'error', message: t('notAborted'), detail: errorText(error) }),
  });
  if (at === null || kind === null) return null;
  return (
    <div className={classes['offline']} role="status">
      <span className="t-cut">{t(kind, { at: `${date(at)}, ${time(at)}` })}</span>
      {admin && (
        <Button
          size="toolbar"
          variant="quiet"
          working={abort.isPending && t('aborting')}
          onClick={() => abort.mutate()}
        >
          {t('abort')}
        </Button>
      )}
    </div>
  );
};

/** The bar, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof ErasureBar }> => {
  await addErasureTexts();
  return { default: ErasureBar };
};
