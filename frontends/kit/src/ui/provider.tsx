import { createTheme, HeadlessMantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Toaster } from './toaster.tsx';

// Looks come from our own style sheets; the primitives bring behaviour only.
const theme = createTheme({ respectReducedMotion: true, cursorType: 'pointer' });

/** What every page of the product stands in; mounted once, by the shell. */
export const KitProvider = ({ queries, children }: { queries: QueryClient; children: ReactNode }) => (
  <HeadlessMantineProvider theme={theme}>
    <QueryClientProvider client={queries}>
      {children}
      <Toaster />
    </QueryClientProvider>
  </HeadlessMantineProvider>
);
