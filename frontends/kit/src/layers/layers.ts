import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

type Layer = { readonly kind: 'modal' | 'popover' | 'panel'; readonly close: () => void };

const layers: Layer[] = [];

/** Whether something modal covers the page, so that the page's own shortcuts rest. */
export const modalOpen = (): boolean => layers.some((layer) => layer.kind === 'modal');

const closeTop = (event: KeyboardEvent, kinds: readonly Layer['kind'][]): void => {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  const top = layers.at(-1);
  if (!top || !kinds.includes(top.kind)) return;
  event.preventDefault();
  event.stopPropagation();
  top.close();
};

if (typeof window !== 'undefined') {
  // What floats hears Esc first; a panel last, so that an editor beside it may use Esc for itself.
  window.addEventListener('keydown', (event) => closeTop(event, ['modal', 'popover']), { capture: true });
  window.addEventListener('keydown', (event) => closeTop(event, ['panel']));
}

/**
 * Registers something that lies above the page while `opened`; Esc closes the topmost only. Answers whether it is the
 * topmost: a press in what lies above it is no press outside it.
 */
export const useLayer = (kind: Layer['kind'], opened: boolean, close: () => void): (() => boolean) => {
  const latest = useRef(close);
  const own = useRef<Layer | null>(null);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!opened) return undefined;
    const layer: Layer = { kind, close: () => latest.current() };
    layers.push(layer);
    own.current = layer;
    return () => {
      const at = layers.indexOf(layer);
      if (at >= 0) layers.splice(at, 1);
    };
  }, [kind, opened]);
  return useCallback(() => layers.at(-1) === own.current, []);
};
