import { Button, Dialog, TextInput, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeToken, type Token, tokensQuery } from './tokens.resource.ts';

/** Names a token anew. What it may do and when it ends stays as it was made. */
export const RenameDialog = ({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const [name, setName] = useState(token.name);
  const save = useMutation({
    mutationFn: async () => {
      await changeToken(token.id_api_token, { name: name.trim() });
      await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
    onSuccess: () => {
      toast({ message: t('tokens.renamed', { token: name.trim() }), duration: 5000 });
      onClose();
    },
  });
  const usable = name.trim() !== '' && name.trim() !== token.name;
  return (
    <Dialog
      opened
      closable={!save.isPending}
      onClose={onClose}
      title={t('tokens.rename')}
      onSubmit={() => {
        if (usable) save.mutate();
      }}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={!usable} working={save.isPending && t('tokens.saving')}>
            {t('tokens.save')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('tokens.name')}
        value={name}
        onChange={setName}
        maxLength={120}
        error={name.trim() === '' ? t('tokens.nameMissing') : save.error ? errorText(save.error) : undefined}
        data-autofocus
      />
    </Dialog>
  );
};
