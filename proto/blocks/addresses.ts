/** What of the web a block shows. */
export type Shown = 'page' | 'picture' | 'video';

/** Characters of an address at most. */
export const mostAddress = 2000;

/**
 * What a page of others may do in its frame. It has its own origin, so that it works as it does alone; it never leads our
 * page elsewhere.
 */
export const frameSandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation';

/** An address of the web by https, with no name and password in it; undefined for any other text. */
export const webAddress = (text: string): URL | undefined => {
  if (text.length > mostAddress || !/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : undefined;
};

/** A video: the player of the two that we know, or a file that the browser plays. */
export type Video = { readonly from: 'youtube' | 'vimeo' | 'file'; readonly source: string };

const youtubeHosts: ReadonlySet<string> = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const vimeoHosts: ReadonlySet<string> = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com']);

/** Seconds of `90`, `90s` or `1h2m3s`. */
const secondsOf = (text: string): number => {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
};

const youtubeOf = (url: URL): Video | undefined => {
  const path = url.pathname.split('/').filter((part) => part !== '');
  const short = url.hostname === 'youtu.be';
  const id = short
    ? path[0]
    : path[0] === 'watch'
      ? url.searchParams.get('v')
      : ['embed', 'shorts', 'live', 'v'].includes(path[0] ?? '')
        ? path[1]
        : undefined;
  if (!/^[\w-]{6,20}$/.test(id ?? '')) return undefined;
  const start = secondsOf(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '');
  const from = start > 0 ? `&start=${start}` : '';
  return { from: 'youtube', source: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0${from}` };
};

const vimeoOf = (url: URL): Video | undefined => {
  const path = url.pathname.split('/').filter((part) => part !== '');
  const at = path.findIndex((part) => /^\d{1,12}$/.test(part));
  if (at < 0) return undefined;
  const hash = url.searchParams.get('h') ?? path[at + 1] ?? '';
  const hidden = /^[0-9a-f]{6,20}$/.test(hash) ? `&h=${hash}` : '';
  return { from: 'vimeo', source: `https://player.vimeo.com/video/${path[at]}?autoplay=1&dnt=1${hidden}` };
};

/** The video of an address: one of YouTube or of Vimeo, or a file by its ending; undefined for any other text. */
export const videoOf = (text: string): Video | undefined => {
  const url = webAddress(text);
  if (url === undefined) return undefined;
  if (url.hostname === 'youtu.be' || youtubeHosts.has(url.hostname)) return youtubeOf(url);
  if (vimeoHosts.has(url.hostname)) return vimeoOf(url);
  return /\.(?:mp4|m4v|webm|ogv|mov)$/i.test(url.pathname) ? { from: 'file', source: url.href } : undefined;
};

/** Whether a text is an address of what a block shows. */
export const isAddressOf = (shows: Shown, text: string): boolean =>
  (shows === 'video' ? videoOf(text) : webAddress(text)) !== undefined;
