import type { FeatureName, RightName } from '@tessera/proto/rights';
import type { ComponentType } from 'react';

/** Raised when the shape below changes; the shell refuses a remote of another version and offers to reload. */
export const manifestVersion = 1;

/** Names of the session's rights that an entry may ask for. */
export type { RightName };

export type Language = 'en' | 'pt' | 'es';

/**
 * A page of a remote. `path` is a router pattern from the root (`/object/:tableId/*`); `load` answers a module that
 * exports `Page`.
 */
export type ManifestRoute = {
  readonly path: string;
  readonly right?: RightName;
  /** What the plan must have for it; without it the page says what has it. */
  readonly feature?: FeatureName;
  /** Pages that need the width: the sidebar is narrow while they are open. */
  readonly sidebar?: 'collapsed';
  /** Its code comes before anybody asks for it, once the page that is open has what it needs. */
  readonly ahead?: boolean;
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
  /** What its code imports besides on a screen that is no phone's, as it names it: that travels with the page. */
  readonly wide?: readonly string[];
};

/** Pictures of the sidebar by what they stand for. */
export type MenuIcon = 'tasks' | 'chat' | 'automations' | 'functions' | 'templates' | 'pages';

/** An entry of the sidebar; `label` is a catalogue key with its namespace (`building:menu.import`). */
export type ManifestMenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly to: string;
  readonly right?: RightName;
  /** Its picture; that of a page without it. */
  readonly icon?: MenuIcon;
};

/** What an extension that is drawn is given, by its slot. */
export type ShownSlots = {
  /** In the header of a table, before its menu. */
  readonly 'table.header': { readonly tableId: string };
  /** Beside a record's fields and activity. */
  readonly 'record.tabs': { readonly tableId: string; readonly recordId: string };
  /** Tasks on a page of an app: whose and which, at most so many. */
  readonly 'app.tasks': {
    readonly whose: 'mine' | 'given' | 'everyone';
    readonly which: 'toDo' | 'overdue' | 'done' | 'every';
    readonly limit: number;
  };
  /** Below the settings of a field that is there. */
  readonly 'field.editor': { readonly tableId: string; readonly fieldId: string };
  /**
   * The bars of an app around a page that is not its own, which is the second row and column of a grid of three rows
   * and two columns. Says once the app is known which of the frame's bars they replace, and whether there is no such
   * app.
   */
  readonly 'app.around': {
    readonly appId: string;
    readonly onKnown: (around: { readonly menu: boolean; readonly bottom: boolean; readonly missing: boolean }) => void;
  };
  /** Who opens a table or an app, over the screen until it is closed. */
  readonly access: {
    readonly kind: 'tables' | 'apps';
    readonly id: string;
    readonly label: string;
    readonly onClose: () => void;
  };
  /** How a doc page is opened to strangers, over the screen until it is closed. */
  readonly 'page.share': { readonly pageId: string; readonly label: string; readonly onClose: () => void };
  /** A block of an app as it stands in a doc page: its configuration as JSON, and the height that it has there. */
  readonly 'page.block': { readonly blockId: string; readonly config: string };
  /** Chooses a block of an app for a doc page, over the screen until it is closed. */
  readonly 'page.choose-block': {
    readonly onChosen: (block: { readonly config: string; readonly height: number }) => void;
    readonly onClose: () => void;
  };
  readonly home: object;
  readonly sidebar: object;
  /** Beside the name of an entry of the sidebar, or of a channel (`chat/channel/{id}`): what waits behind it. */
  readonly 'menu.count': { readonly entry: string };
  /** What bars of apps have of the frame: what can be made, the menu of the person, the number of notifications. */
  readonly 'frame.part': { readonly part: 'create' | 'person' | 'face' | 'unread' };
};

/** What an extension that is an entry of a menu is given when it is chosen, by its slot. */
export type ActedSlots = {
  readonly 'record.menu': { readonly tableId: string; readonly recordId: string };
  /** The menu of the organization. */
  readonly 'settings.menu': CommandContext;
  readonly palette: CommandContext;
};

export type SlotName = keyof ShownSlots | keyof ActedSlots | 'palette.search' | 'palette.context';

/** `label` is a catalogue key with its namespace: the heading, tab or entry, and its name where it fails. */
type ExtensionOf<S, M> = {
  readonly slot: S;
  readonly id: string;
  readonly label: string;
  readonly right?: RightName;
  readonly load: () => Promise<M>;
};

export type ShownExtension<S extends keyof ShownSlots> = ExtensionOf<
  S,
  { readonly Extension: ComponentType<ShownSlots[S]> }
>;
export type ActedExtension<S extends keyof ActedSlots> = ExtensionOf<
  S,
  { readonly run: (given: ActedSlots[S]) => void | Promise<void> }
>;

/** Something that a front end found by its words, for the palette. */
export type FoundPlace = { readonly id: string; readonly label: string; readonly detail?: string; readonly to: string };

/**
 * What is found while somebody types in the palette; its `label` is the heading of the section. `opened` tells which of
 * these addresses are its places, and may still be opened, with their names of today.
 */
export type FindingExtension = ExtensionOf<
  'palette.search',
  {
    readonly find: (search: string, signal: AbortSignal) => Promise<readonly FoundPlace[]>;
    readonly opened?: (addresses: readonly string[], signal: AbortSignal) => Promise<readonly FoundPlace[]>;
  }
>;

/** A command of the palette for the page that is open, in the words of the person; one with `within` leads to more of them. */
export type PlaceCommand = {
  readonly id: string;
  readonly label: string;
  readonly keywords?: string;
  readonly to?: string;
  readonly run?: (context: CommandContext) => void | Promise<void>;
  readonly within?: readonly PlaceCommand[];
};

/** What may be done on the page that is open, by its address; nothing that the person may not do. */
export type ContextExtension = ExtensionOf<
  'palette.context',
  { readonly commandsOf: (pathname: string, signal: AbortSignal) => Promise<readonly PlaceCommand[]> }
>;

/** What a front end adds to a place of another: it is loaded when the place is shown, or when the entry is chosen. */
export type ManifestExtension =
  | { [S in keyof ShownSlots]: ShownExtension<S> }[keyof ShownSlots]
  | { [S in keyof ActedSlots]: ActedExtension<S> }[keyof ActedSlots]
  | FindingExtension
  | ContextExtension;

const slots: Readonly<Record<SlotName, true>> = {
  'table.header': true,
  'record.tabs': true,
  'record.menu': true,
  'app.tasks': true,
  'app.around': true,
  access: true,
  'page.share': true,
  'page.block': true,
  'page.choose-block': true,
  'menu.count': true,
  'frame.part': true,
  'field.editor': true,
  'settings.menu': true,
  palette: true,
  'palette.search': true,
  'palette.context': true,
  home: true,
  sidebar: true,
};

/** What a command may do: go somewhere, or open a dialog held in the URL. */
export type CommandContext = {
  readonly navigate: (to: string) => void;
  readonly openModal: (name: string, params?: Readonly<Record<string, string>>) => void;
};

export type ManifestCommand = {
  readonly id: string;
  readonly label: string;
  /** Further words that find it, in any language, as a catalogue key. */
  readonly keywords?: string;
  /** As the shortcuts registry writes keys: `mod+shift+i`, `n`. Shown beside the command. */
  readonly keys?: string;
  readonly right?: RightName;
  /** What the plan must have for it; without it the command tells what has it. */
  readonly feature?: FeatureName;
  readonly run: (context: CommandContext) => void | Promise<void>;
};

/** A shortcut for the help dialog; the page that owns it registers the handler with `useShortcut`. */
export type ManifestShortcut = { readonly keys: string; readonly label: string; readonly group: string };

export type Messages = { readonly [key: string]: string | Messages };

export type Manifest = {
  readonly manifestVersion: number;
  readonly name: string;
  /** The kit it was built against; its major and minor must be the shell's. */
  readonly kit: string;
  readonly routes: readonly ManifestRoute[];
  readonly menu: readonly ManifestMenuEntry[];
  readonly commands: readonly ManifestCommand[];
  readonly shortcuts: readonly ManifestShortcut[];
  /** What it adds to places of other front ends. */
  readonly extensions?: readonly ManifestExtension[];
  /** Catalogues under the remote's name as namespace. */
  readonly messages: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>>;
};

/** Types a remote's manifest and stamps the version that this kit understands. */
export const defineManifest = (manifest: Omit<Manifest, 'manifestVersion'>): Manifest => ({
  manifestVersion,
  ...manifest,
});

const line = (version: string): string => version.split('.').slice(0, 2).join('.');

/**
 * Why a manifest cannot be used with this kit: a list of sentences for the operator, empty when it can. Takes anything
 * a remote may export.
 */
export const manifestFaults = (value: unknown, kit: string): readonly string[] => {
  if (typeof value !== 'object' || value === null) return ['exports no manifest'];
  const manifest = value as Partial<Manifest>;
  const faults: string[] = [];
  if (manifest.manifestVersion !== manifestVersion)
    faults.push(`has manifest version ${String(manifest.manifestVersion)}, not ${manifestVersion}`);
  if (typeof manifest.kit !== 'string' || line(manifest.kit) !== line(kit))
    faults.push(`was built against kit ${String(manifest.kit)}, not ${kit}`);
  if (typeof manifest.name !== 'string' || !/^[a-z][a-z-]*$/.test(manifest.name)) faults.push('has no usable name');
  for (const list of ['routes', 'menu', 'commands', 'shortcuts'] as const) {
    if (!Array.isArray(manifest[list])) faults.push(`has no list of ${list}`);
  }
  for (const route of Array.isArray(manifest.routes) ? manifest.routes : []) {
    if (typeof route.path !== 'string' || !route.path.startsWith('/') || typeof route.load !== 'function')
      faults.push(`has a broken route ${String(route.path)}`);
  }
  for (const one of manifest.extensions ?? []) {
    if (!Object.hasOwn(slots, one.slot) || typeof one.id !== 'string' || typeof one.load !== 'function')
      faults.push(`has a broken extension ${String(one.id)} of ${String(one.slot)}`);
  }
  for (const language of ['en', 'pt', 'es'] as const) {
    if (typeof manifest.messages?.[language] !== 'function') faults.push(`has no ${language} catalogue`);
  }
  return faults;
};
