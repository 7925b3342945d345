import { Button, Dialog, toast, useTexts, withoutModal } from '@tessera/kit';
import { useEffect, useRef, useState } from 'react';
import { canInstall, install } from './install.ts';
import { appLink } from './link.ts';

/** In ms: so long after the try a hint comes, and so long a panel that nobody points at stays (spec: building 5). */
const hintAfter = 800;
const closesAfter = 10_000;

/** Opens this place in the installed app, and says what to do where nothing happens. */
export const OpenInApp = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts('shell');
  const [hint, setHint] = useState(false);
  const pointed = useRef(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const place = `${location.pathname}${withoutModal(location.search)}${location.hash}`;
    location.assign(appLink(place));
    const shows = setTimeout(() => setHint(true), hintAfter);
    const ends = setInterval(() => {
      if (!pointed.current) close.current();
    }, closesAfter);
    return () => {
      clearTimeout(shows);
      clearInterval(ends);
    };
  }, []);
  const begin = async (): Promise<void> => {
    if (await install()) toast({ message: t('installed:installed') });
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('installed:open')}
      footer={
        canInstall() && (
          <Button variant="primary" onClick={() => void begin()}>
            {t('installed:install')}
          </Button>
        )
      }
    >
      <div onPointerEnter={() => (pointed.current = true)} onPointerLeave={() => (pointed.current = false)}>
        <p>{t('installed:opening')}</p>
        <p className="t-secondary" role="status">
          {hint && t(canInstall() ? 'installed:notInstalled' : 'installed:byBrowser')}
        </p>
      </div>
    </Dialog>
  );
};
