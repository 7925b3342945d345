import { Button, toast, useErrorText, useTexts } from '@tessera/kit';
import { IconUpload } from '@tessera/kit/icons';
import { squareOf } from '@tessera/kit/square';
import { type ReactNode, useRef, useState } from 'react';
import classes from './settings.module.css';

/** The side of a picture that is sent, in pixels: twice what any screen shows. */
const side = 256;

type PictureProps = {
  /** What is shown now. */
  readonly children: ReactNode;
  readonly has: boolean;
  readonly change: string;
  readonly onSave: (data: string) => Promise<void>;
  readonly onRemove: () => Promise<void>;
};

/** A photo or a logo, which is saved as soon as it is chosen. */
export const Picture = ({ children, has, change, onSave, onRemove }: PictureProps) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const input = useRef<HTMLInputElement>(null);
  const [working, setWorking] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setWorking(true);
    try {
      await work();
    } catch (error) {
      toast({ kind: 'error', message: t('settings.notSaved'), detail: errorText(error) });
    } finally {
      setWorking(false);
    }
  };
  const choose = async (files: FileList | null): Promise<void> => {
    const file = files?.[0];
    if (file === undefined) return;
    const data = await squareOf(file, side).catch(() => null);
    if (data === null) toast({ kind: 'error', message: t('settings.pictureWrong') });
    else await run(() => onSave(data.replace(/^data:[^,]*,/, '')));
  };
  return (
    <div className={classes['picture']}>
      {children}
      <div>
        <div className={classes['pictureActions']}>
          <Button icon={IconUpload} working={working && t('settings.saving')} onClick={() => input.current?.click()}>
            {change}
          </Button>
          {has && (
            <Button variant="quiet" disabled={working} onClick={() => void run(onRemove)}>
              {t('settings.pictureRemove')}
            </Button>
          )}
        </div>
        <p className="t-caption">{t('settings.pictureHelp')}</p>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label={change}
        onChange={(event) => {
          void choose(event.target.files);
          event.target.value = '';
        }}
      />
    </div>
  );
};
