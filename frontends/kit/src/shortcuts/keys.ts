export type KeyPress = {
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
};

export type Combination = {
  readonly key: string;
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
};

/** Reads `mod+shift+k`, `n`, `?`, `escape`. `mod` is Cmd on a Mac and Ctrl elsewhere. */
export const parseKeys = (keys: string): Combination => {
  const parts = keys
    .toLowerCase()
    .split('+')
    .map((part) => part.trim());
  const key = parts.at(-1) ?? '';
  return {
    key: key === 'space' ? ' ' : key,
    mod: parts.includes('mod'),
    shift: parts.includes('shift'),
    alt: parts.includes('alt'),
  };
};

// Digits and punctuation come with Shift on many layouts (`?` is Shift+ß in German): for those the character decides.
const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/** True when the press is the combination. A letter without modifiers wants none of them. */
export const matchesKeys = (press: KeyPress, keys: string, mac: boolean): boolean => {
  const wanted = parseKeys(keys);
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (mod !== wanted.mod || other || press.altKey !== wanted.alt) return false;
  const key = press.key.toLowerCase();
  const byCode = wanted.mod && /^[a-z]$/.test(wanted.key) && press.code === `Key${wanted.key.toUpperCase()}`;
  if (key !== wanted.key && !byCode) return false;
  return wanted.shift === press.shiftKey || (!wanted.shift && wanted.key.length === 1 && !isLetter(wanted.key));
};

const names: Readonly<Record<string, string>> = {
  escape: 'Esc',
  enter: 'Enter',
  delete: 'Del',
  backspace: 'Backspace',
  ' ': 'Space',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  tab: 'Tab',
};

/** How a combination is written for a person: `Ctrl K`, on a Mac `⌘ K`. */
export const showKeys = (keys: string, mac: boolean): string => {
  const { key, mod, shift, alt } = parseKeys(keys);
  const label = names[key] ?? (key.length === 1 ? key.toUpperCase() : key.charAt(0).toUpperCase() + key.slice(1));
  return [mod && (mac ? '⌘' : 'Ctrl'), shift && (mac ? '⇧' : 'Shift'), alt && (mac ? '⌥' : 'Alt'), label]
    .filter(Boolean)
    .join(' ');
};

/** The same for `aria-keyshortcuts`. */
export const ariaKeys = (keys: string, mac: boolean): string => {
  const { key, mod, shift, alt } = parseKeys(keys);
  return [
    mod && (mac ? 'Meta' : 'Control'),
    shift && 'Shift',
    alt && 'Alt',
    key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key,
  ]
    .filter(Boolean)
    .join('+');
};

export const isMac = (): boolean => typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);
