import {
  Component,
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTexts } from './i18n/i18n.ts';
import type {
  ActedExtension,
  ActedSlots,
  Manifest,
  ManifestExtension,
  ShownExtension,
  ShownSlots,
  SlotName,
} from './manifest.ts';
import { hasRight, useRights } from './session.tsx';
import { Button } from './ui/button.tsx';
import classes from './ui/slots.module.css';
import { toast } from './ui/toast-store.ts';

let extensions: readonly ManifestExtension[] = [];
const listeners = new Set<() => void>();

/** What front ends that work extend; the shell says so again whenever one more is there. */
export const offerExtensions = (manifests: readonly Pick<Manifest, 'extensions'>[]): void => {
  extensions = manifests.flatMap((manifest) => manifest.extensions ?? []);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const useIn = (slot: SlotName): readonly ManifestExtension[] => {
  const rights = useRights();
  const all = useSyncExternalStore(subscribe, () => extensions);
  return useMemo(() => all.filter((one) => one.slot === slot && hasRight(rights, one.right)), [all, slot, rights]);
};

/** The extensions of a slot that the person has the right to, in the order of the front ends. */
export const useExtensions = <S extends keyof ShownSlots>(slot: S): readonly ShownExtension<S>[] =>
  useIn(slot) as unknown as readonly ShownExtension<S>[];

type Loadable<M> = { readonly load: () => Promise<M> };
const loaded = new WeakMap<Loadable<unknown>, Promise<unknown>>();

/** What an extension's module is; loaded once, and again after it failed. */
const moduleOf = <M,>(one: Loadable<M>): Promise<M> => {
  const known = loaded.get(one) as Promise<M> | undefined;
  if (known !== undefined) return known;
  // A `load` that throws is one that rejects.
  const module = (async () => one.load())();
  loaded.set(one, module);
  module.catch(() => loaded.delete(one));
  return module;
};

const Failed = ({ label, onRetry }: { label: string; onRetry: () => void }) => {
  const t = useTexts('kit');
  return (
    <span role="alert" className={classes['failed']}>
      {t('slot.failed', { name: t(label) })}
      <Button size="toolbar" variant="quiet" onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </span>
  );
};

// A class, because React has no other way to catch what an extension throws.
class Boundary extends Component<{ readonly children: ReactNode; readonly fallback: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

type Part = ComponentType<ShownSlots[keyof ShownSlots]>;

/** One extension in its place. Where it cannot be loaded or drawn its place says so, and what is around it works on. */
export const ExtensionPart = <S extends keyof ShownSlots>({
  of,
  given,
}: {
  of: ShownExtension<S>;
  given: ShownSlots[S];
}) => {
  const [attempt, setAttempt] = useState(0);
  const [part, setPart] = useState<Part | 'failed' | null>(null);
  useEffect(() => {
    let left = false;
    moduleOf(of).then(
      (module) => !left && setPart(() => module.Extension as Part),
      () => !left && setPart('failed'),
    );
    return () => {
      left = true;
    };
  }, [of, attempt]);
  const failed = (
    <Failed
      label={of.label}
      onRetry={() => {
        setPart(null);
        setAttempt(attempt + 1);
      }}
    />
  );
  if (part === null) return null;
  if (part === 'failed') return failed;
  return (
    <Boundary key={attempt} fallback={failed}>
      {createElement(part, given)}
    </Boundary>
  );
};

/** A place that other front ends extend: each extension after the other, nothing where there is none. */
export const Slot = <S extends keyof ShownSlots>({ name, given }: { name: S; given: ShownSlots[S] }) =>
  useExtensions(name).map((one) => <ExtensionPart key={one.id} of={one} given={given} />);

/** What extensions add to a menu or to the palette, by their texts. One that cannot be loaded says so when it is chosen. */
export const useSlotActions = <S extends keyof ActedSlots>(
  slot: S,
): readonly {
  readonly id: string;
  readonly label: string;
  readonly run: (given: ActedSlots[S]) => Promise<void>;
}[] => {
  const t = useTexts('kit');
  const all = useIn(slot) as unknown as readonly ActedExtension<S>[];
  return useMemo(
    () =>
      all.map((one) => ({
        id: one.id,
        label: t(one.label),
        run: async (given: ActedSlots[S]) => {
          try {
            const { run } = await moduleOf(one);
            await run(given);
          } catch {
            toast({ kind: 'error', message: t('slot.failed', { name: t(one.label) }) });
          }
        },
      })),
    [all, t],
  );
};
