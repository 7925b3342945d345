import { Button, Dialog, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useIncomingCalls, type Entry } from './incoming.resource.ts';

type Named = Pick<Entry, 'id' | 'name'>;

/** Asks before an incoming webhook goes; the message behind it brings it back. */
export const DeleteDialog = ({
  webhook,
  onClose,
  onDeleted,
}: {
  readonly webhook: Named;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useIncomingCalls();
  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('incoming.notChanged'), detail: errorText(error) });
  };
  const remove = useMutation({
    mutationFn: () => calls.remove(webhook.id),
    onSuccess: (commit) => {
      toast({
        message: t('incoming.deleted', { name: webhook.name }),
        ...(commit !== null && { undo: () => calls.undo(commit).catch(failed) }),
      });
      onClose();
      onDeleted?.();
    },
    onError: failed,
  });
  return (
    <Dialog
      opened
      size="small"
      closable={!remove.isPending}
      onClose={onClose}
      title={t('incoming.deleteTitle', { name: webhook.name })}
      footer={
        <>
          <Button data-autofocus disabled={remove.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button variant="danger" working={remove.isPending && t('incoming.deleting')} onClick={() => remove.mutate()}>
            {t('incoming.delete')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('incoming.deleteText')}</p>
    </Dialog>
  );
};

/** Asks before there is a new address: programs that have the old one stop reaching it. */
export const AddressDialog = ({ webhook, onClose }: { readonly webhook: Named; readonly onClose: () => void }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useIncomingCalls();
  const make = useMutation({
    mutationFn: () => calls.address(webhook.id),
    onSuccess: () => {
      toast({ message: t('incoming.addressMade'), duration: 5000 });
      onClose();
    },
    onError: (error) => toast({ kind: 'error', message: t('incoming.notChanged'), detail: errorText(error) }),
  });
  return (
    <Dialog
      opened
      size="small"
      closable={!make.isPending}
      onClose={onClose}
      title={t('incoming.addressTitle', { name: webhook.name })}
      footer={
        <>
          <Button data-autofocus disabled={make.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button variant="danger" working={make.isPending && t('incoming.saving')} onClick={() => make.mutate()}>
            {t('incoming.newAddress')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('incoming.addressText')}</p>
    </Dialog>
  );
};
