import type { ReactNode } from 'react';

/** One message that is the whole page, outside of the frame. */
export const Standalone = ({ children }: { children: ReactNode }) => <main style={{ height: '100%' }}>{children}</main>;
