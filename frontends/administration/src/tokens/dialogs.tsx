import { Button, Dialog, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteToken, regenerateToken, type Token, tokensQuery } from './tokens.resource.ts';

/** Asks before a secret ends that programs use. */
export const RegenerateDialog = ({
  token,
  onClose,
  onMade,
}: {
  readonly token: Token;
  readonly onClose: () => void;
  readonly onMade: (token: Token) => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const make = useMutation({
    mutationFn: () => regenerateToken(token.id_api_token),
    onSuccess: onMade,
    onError: (error) => toast({ kind: 'error', message: t('tokens.notRegenerated'), detail: errorText(error) }),
  });
  return (
    <Dialog
      opened
      closable={!make.isPending}
      onClose={onClose}
      title={t('tokens.regenerateTitle', { token: token.name })}
      footer={
        <>
          <Button data-autofocus disabled={make.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button variant="danger" working={make.isPending && t('tokens.regenerating')} onClick={() => make.mutate()}>
            {t('tokens.regenerate')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('tokens.regenerateText')}</p>
    </Dialog>
  );
};

/** Asks before a token goes; nothing brings it back. */
export const DeleteDialog = ({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      await deleteToken(token.id_api_token);
      await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
    onSuccess: () => {
      toast({ message: t('tokens.deleted', { token: token.name }), duration: 5000 });
      onClose();
    },
    onError: (error) => toast({ kind: 'error', message: t('tokens.notDeleted'), detail: errorText(error) }),
  });
  return (
    <Dialog
      opened
      closable={!remove.isPending}
      onClose={onClose}
      title={t('tokens.deleteTitle', { token: token.name })}
      footer={
        <>
          <Button data-autofocus disabled={remove.isPending} onClick={onClose}>
            {t('tokens.keep')}
          </Button>
          <Button variant="danger" working={remove.isPending && t('tokens.deleting')} onClick={() => remove.mutate()}>
            {t('tokens.delete')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('tokens.deleteText')}</p>
    </Dialog>
  );
};
