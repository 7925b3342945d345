import { Button, FormField, toast, useTexts } from '@tessera/kit';
import { IconPhoto } from '@tessera/kit/icons';
import { squareOf } from '@tessera/kit/square';
import type { Logo } from '@tessera/proto/blocks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { featuresQuery } from '../apps.resource.ts';
import { BarLogo } from './top-bar.tsx';
import classes from './bars.module.css';

/** The side of a logo that is kept, in pixels: three times what a bar shows. */
const side = 96;

/** Chooses the picture of a bar, where the plan has that. `onWorking` says that one is being made ready. */
export const LogoPicker = ({
  logo,
  onChange,
  onWorking,
}: {
  readonly logo: Logo | undefined;
  readonly onChange: (logo: Logo) => void;
  readonly onWorking: (working: boolean) => void;
}) => {
  const t = useTexts('building');
  const input = useRef<HTMLInputElement>(null);
  const [working, setWorking] = useState(false);
  const { data } = useQuery(featuresQuery);
  const blocked = data?.features.advancedBusinessFeatures === 'blocked';
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setWorking(true);
    onWorking(true);
    try {
      onChange(await squareOf(file, side));
    } catch {
      toast({ kind: 'error', message: t('apps.bars.logoWrong') });
    }
    setWorking(false);
    onWorking(false);
  };
  return (
    <FormField label={t('apps.bars.logo')} {...(blocked && { help: t('apps.bars.logoBlocked') })}>
      {() => (
        <span className={classes['row']}>
          <BarLogo logo={logo} />
          <Button
            icon={IconPhoto}
            disabled={blocked}
            working={working && t('apps.saving')}
            onClick={() => input.current?.click()}
          >
            {t('apps.bars.chooseLogo')}
          </Button>
          {logo !== null && logo !== undefined && (
            <Button variant="quiet" onClick={() => onChange(null)}>
              {t('apps.bars.removeLogo')}
            </Button>
          )}
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            hidden
            aria-label={t('apps.bars.chooseLogo')}
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </span>
      )}
    </FormField>
  );
};
