/**
 * What runs before the code of a builder, as the text of a script. It waits for what to show, then lets it call the page
 * that holds it: `tessera.table()`, `tessera.records({filter, sort, limit})`, `tessera.create(fields)`,
 * `tessera.update(id, fields)` and `tessera.open(id)`, each a promise; `tessera.theme` and `tessera.language`; and
 * `tessera.onChange(listener)` for when records changed.
 */
const bridge = `(() => {
  const page = window.parent;
  const waiting = new Map();
  const listeners = new Set();
  let last = 0;
  const call = (name) => (...args) => new Promise((resolve, reject) => {
    waiting.set(++last, [resolve, reject]);
    page.postMessage({ tessera: 1, id: last, name, args }, '*');
  });
  const fail = (reason) => page.postMessage({ tessera: 1, failed: String(reason) }, '*');
  const tessera = { onChange: (listener) => void listeners.add(listener) };
  for (const name of ['table', 'records', 'create', 'update', 'open']) tessera[name] = call(name);
  window.tessera = tessera;
  window.addEventListener('error', (event) => fail(event.message));
  window.addEventListener('unhandledrejection', (event) => fail(event.reason));
  window.addEventListener('message', ({ source, data }) => {
    if (source !== page) return;
    if (data.start !== undefined) {
      const { html, script, theme, language } = data.start;
      tessera.theme = theme;
      tessera.language = language;
      document.documentElement.lang = language;
      document.documentElement.dataset.theme = theme;
      document.body.innerHTML = html;
      const element = document.createElement('script');
      element.textContent = script;
      document.body.append(element);
    } else if (data.changed === true) {
      for (const listener of listeners) listener();
    } else {
      const [resolve, reject] = waiting.get(data.id) ?? [];
      waiting.delete(data.id);
      if (data.error === undefined) resolve?.(data.value);
      else reject?.(Object.assign(new Error(data.error.message), { code: data.error.code }));
    }
  });
  page.postMessage({ tessera: 1, ready: true }, '*');
})();`;

const style =
  'html{font:14px/20px system-ui,sans-serif}html[data-theme=dark]{color-scheme:dark}html[data-theme=light]{color-scheme:light}body{margin:0 16px}';

/** The page at `/frame?code`, in which code of a builder runs. */
export const codePage = (): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Code</title><style>${style}</style></head><body><script>${bridge}</script></body></html>`;
