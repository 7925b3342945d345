export type SidebarState = { readonly width: number; readonly collapsed: boolean };

export const narrowest = 200;
export const widest = 320;
const usual: SidebarState = { width: 240, collapsed: false };

export const clampWidth = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)));

/** Reads what was remembered; anything unusable is the usual sidebar. */
export const parseSidebar = (text: string | null): SidebarState => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return usual;
    const { width, collapsed } = value as Partial<Record<keyof SidebarState, unknown>>;
    return { width: typeof width === 'number' ? clampWidth(width) : usual.width, collapsed: collapsed === true };
  } catch {
    return usual;
  }
};
