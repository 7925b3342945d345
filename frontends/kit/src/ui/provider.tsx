import { createTheme, HeadlessMantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/i18n.ts';
import { overlaysId } from './overlays.ts';
import { Toaster } from './toaster.tsx';

// Looks come from our own style sheets; the primitives bring behaviour only.
const theme = createTheme({ respectReducedMotion: true, cursorType: 'pointer' });

// A landmark, so that what floats over the page is not outside of every region for screen readers.
const Overlays = () => {
  const t = useTexts('kit');
  return (
    <div id={overlaysId} role="region" aria-label={t('overlays')}>
      <Toaster />
    </div>
  );
};

/** What every page of the product stands in; mounted once, by the shell. */
export const KitProvider = ({ queries, children }: { queries: QueryClient; children: ReactNode }) => (
  <HeadlessMantineProvider theme={theme}>
    <QueryClientProvider client={queries}>
      {children}
      <Overlays />
    </QueryClientProvider>
  </HeadlessMantineProvider>
);
