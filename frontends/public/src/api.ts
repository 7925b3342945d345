type Input = 'line' | 'lines' | 'number' | 'day' | 'moment' | 'tick' | 'option' | 'options';
export type Question = {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly input: Input;
  readonly shape: string | null;
  readonly options: readonly { readonly id: string; readonly label: string; readonly color: string }[];
  readonly value?: unknown;
  /** The title of the page that begins with it. */
  readonly page?: string | null;
};
export type Form = {
  readonly locked: false;
  readonly type: 'form';
  readonly title: string;
  readonly description: string;
  readonly brand: string | null;
  readonly color: string | null;
  readonly submitLabel: string;
  readonly successMessage: string;
  readonly questions: readonly Question[];
  /** The block of an app that it is; undefined for a page of its own. */
  readonly block?: string;
  readonly ticket: string;
  readonly work: number;
  /** Each browser is asked once. */
  readonly once: boolean;
  /** This browser answered, and is asked once; `change` leads to the answer, where it may change. */
  readonly answered: { readonly change: string | null } | null;
};
export type List = {
  readonly locked: false;
  readonly type: 'object';
  readonly title: string;
  readonly brand: string | null;
  readonly columns: readonly { readonly id: string; readonly label: string }[];
};
export type Place = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
};
export type Block = {
  readonly id: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly form: { readonly questions: readonly Question[]; readonly ticket: string } | null;
};
/** A place that leads to another shared app. */
export type Leads = { readonly label: string; readonly color: string | null; readonly href: string };
export type App = {
  readonly locked: false;
  readonly type: 'dashboard';
  readonly title: string;
  readonly brand: string | null;
  readonly shows_title: boolean;
  readonly top_bar: {
    readonly color: string | null;
    readonly logo: string | null;
    readonly tabs: readonly Leads[];
  } | null;
  readonly background: string | null;
  readonly layouts: { readonly desktop: readonly Place[]; readonly mobile: readonly Place[] };
  readonly blocks: readonly Block[];
  readonly work: number;
};
type Figure = { readonly value: number | null; readonly text: string };
type Named = { readonly label: string; readonly color: string | null };
export type Answer = {
  readonly value?: Figure & {
    readonly before: Figure | null;
    readonly change: number | null;
    readonly target: Figure | null;
    readonly rule?: { readonly color: string; readonly text: string } | null;
  };
  readonly rows?: {
    readonly columns: readonly { readonly label: string }[];
    readonly rows: readonly { readonly cells: readonly string[]; readonly lane: number | null }[];
    readonly lanes: readonly Named[] | null;
    readonly more: boolean;
  };
  readonly series?: {
    readonly points: readonly Named[];
    readonly series: readonly (Named & {
      readonly values: readonly (number | null)[];
      readonly texts: readonly string[];
    })[];
    readonly timed: boolean;
  };
  readonly error?: { readonly code: string };
};
/** A node of the editor's text. */
export type Written = {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
  readonly content?: readonly Written[];
};
export type DocPage = {
  readonly locked: false;
  readonly type: 'doc-page';
  readonly title: string;
  readonly brand: string | null;
  readonly content: Written;
};
export type Page = { readonly locked: true } | Form | List | DocPage | App;
type Rows = { readonly rows: readonly { readonly cells: readonly string[] }[]; readonly next: string | null };

/** Why the server did not do it. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    error: {
      readonly code?: string;
      readonly details?: { readonly fields?: Record<string, string>; readonly retryAfter?: number };
    },
  ) {
    super(error.code ?? String(status));
    this.status = status;
    this.code = error.code ?? '';
    this.fields = error.details?.fields ?? {};
    this.retryAfter = error.details?.retryAfter;
  }
}

/** `/public/{token}`, or `/{org}/{token}`. */
const [, first = 'public', token = ''] = location.pathname.split('/');
const named = first === 'public' ? '' : `?org=${encodeURIComponent(first)}`;

/** Asks of the link that the address names. Throws Refused, or what fetch throws where there is no line. */
const ask = async (path: string, body?: unknown, method = 'POST'): Promise<unknown> => {
  const answer = await fetch(`/api/public/${encodeURIComponent(token)}${path}`, {
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method, body: JSON.stringify(body) }),
  });
  if (answer.status === 204) return undefined;
  const said: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, (said as { error?: object }).error ?? {});
  return said;
};

export const load = async (): Promise<Page> => (await ask(named)) as Page;
export const enter = async (password: string): Promise<void> => void (await ask('/password', { password }));
export const rows = async (after: string | null, search: string): Promise<Rows> =>
  (await ask('/query', { ...(after === null ? {} : { after }), ...(search === '' ? {} : { search }) })) as Rows;
/** What the blocks of an app show, by their ids. */
export const answers = async (): Promise<Readonly<Record<string, Answer>>> =>
  ((await ask('/query', {})) as { readonly results: Readonly<Record<string, Answer>> }).results;
export const send = async (answer: {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly ticket: string;
  readonly proof: string;
  readonly website: string;
  readonly block?: string;
}): Promise<{ readonly change: string | null }> =>
  (await ask('/records', answer)) as { readonly change: string | null };

/** What leads to an answer stands behind the `#`, where no server and no page that is linked to reads it. */
const changing = '#change=';
export const changeOf = (): string | null =>
  location.hash.startsWith(changing) ? location.hash.slice(changing.length) : null;
export const addressOfChange = (change: string): string => `${location.pathname}${changing}${change}`;
export const readAnswer = async (change: string): Promise<readonly Question[]> =>
  ((await ask('/answer', { change })) as { readonly questions: readonly Question[] }).questions;
export const changeAnswer = async (change: string, fields: Readonly<Record<string, unknown>>): Promise<void> =>
  void (await ask('/answer', { change, fields }, 'PUT'));
