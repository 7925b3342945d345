import { copyText, IconButton, toast, useTexts } from '@tessera/kit';
import { IconCopy } from '@tessera/kit/icons';
import classes from './api.module.css';

/** An id with the way to take it along. */
export const CopyId = ({ id, of }: { id: string; of: string }) => {
  const t = useTexts('administration');
  const copy = async (): Promise<void> => {
    if (await copyText(id)) toast({ message: t('tokens.idCopied'), duration: 5000 });
  };
  return (
    <span className={classes['id']}>
      <code className="t-cut">{id}</code>
      <IconButton size="table" icon={IconCopy} label={t('api.copyIdOf', { of })} onClick={() => void copy()} />
    </span>
  );
};
