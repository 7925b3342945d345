import { Button, Textarea, useTexts } from '@tessera/kit';
import { useEffect, useState } from 'react';
import classes from './import.module.css';
import { wizard } from './wizard.ts';

/** Whether what was copied is a table: it has lines or columns. */
const isTable = (text: string): boolean => /[\t\n]/.test(text.trim());

const isEdited = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea') !== null);

/** A table that was copied elsewhere: pasted anywhere on the page, or into a place of its own. */
export const Paste = () => {
  const t = useTexts('building');
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const name = t('import.file.pastedName');
  useEffect(() => {
    const take = (event: ClipboardEvent): void => {
      if (isEdited(event.target)) return;
      const [file] = event.clipboardData?.files ?? [];
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      if (!isTable(pasted) && !file) return;
      event.preventDefault();
      if (isTable(pasted)) void wizard.send(new File([pasted], `${name}.txt`), 'paste');
      else if (file) void wizard.send(file);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [name]);
  if (!open)
    return (
      <div className={classes['actions']}>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {t('import.file.paste')}
        </Button>
      </div>
    );
  return (
    <div className={classes['box']}>
      <Textarea
        label={t('import.file.pasteHere')}
        help={t('import.file.pasteHelp')}
        rows={8}
        autoFocus
        value={text}
        onChange={setText}
      />
      <div className={classes['actions']}>
        <Button
          variant="primary"
          disabled={!isTable(text)}
          onClick={() => void wizard.send(new File([text], `${name}.txt`), 'paste')}
        >
          {t('import.file.pasteRead')}
        </Button>
      </div>
    </div>
  );
};
