// Runs before the first paint, so that a dark page is never shown light first.
(() => {
  let choice = 'system';
  let seen = 0;
  let language = '';
  try {
    choice = localStorage.getItem('tessera:theme') || 'system';
    seen = Number(localStorage.getItem('tessera:seen'));
    language = localStorage.getItem('tessera:language') || '';
  } catch {
    // Storage may be blocked: follow the system.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';

  // A wrong guess costs a small file; the page itself decides what it speaks.
  const { nonce, dataset } = document.currentScript;
  const texts = JSON.parse(dataset.texts || '{}');
  const spoken = [language, ...navigator.languages.map((one) => one.slice(0, 2).toLowerCase())];
  const guess = spoken.find((one) => one in texts) || 'en';

  // What the page asks first travels while its code does; who takes an answer empties its place.
  window.tesseraEarly = {};
  const ask = (address) => {
    const answer = fetch(address, { credentials: 'same-origin', headers: { accept: 'application/json' } });
    window.tesseraEarly[address] = answer;
    answer.catch(() => undefined);
    return answer;
  };
  const askAll = (calls) => {
    for (const call of calls) ask(`/api/v3/${call}`);
  };
  const table = /^\/object\/([0-9a-z]{26})(\/|$)/.exec(location.pathname)?.[1];
  const session = ask('/api/auth/session');
  const remotes = ask('/remotes.json');
  // A visitor whom nobody has seen here is asked for alone: the rest would be refused.
  if (Date.now() - seen < 25 * 24 * 60 * 60 * 1000) {
    askAll(['preferences', 'home', ...(table ? [`tables/${table}`, 'users'] : [])]);
    askAll([`notifications?${new URLSearchParams({ language: guess, limit: '5' })}`]);
    if (/^\/(home)?$/.test(location.pathname))
      session
        .then((answer) => answer.clone().json())
        .then((whose) => {
          // Home says who is there to those who may invite.
          if (whose.session?.rights.canManageUsers) askAll(['users', 'invitations']);
        })
        .catch(() => undefined);
  }

  // Files that are known to be needed travel beside the code that will ask for them.
  const preload = (files = []) => {
    for (const file of new Set(files)) {
      const link = document.createElement('link');
      // Not before what the first frame needs.
      link.fetchPriority = 'low';
      const style = file.endsWith('.css');
      Object.assign(link, { rel: 'preload', as: style ? 'style' : 'script', href: file, nonce });
      // A browser hands a failed preload to the next who asks, without a request: it is taken here, so that nobody else
      // gets it.
      link.onerror = () => {
        link.remove();
        const taker = document.createElement(style ? 'link' : 'script');
        Object.assign(taker, style ? { rel: 'stylesheet', href: file, nonce } : { src: file, nonce });
        taker.onload = taker.onerror = () => taker.remove();
        document.head.append(taker);
      };
      document.head.append(link);
    }
  };
  preload(texts[guess]);
  const wide = matchMedia('(min-width: 680px)').matches;
  const preloadPage = (listed) => {
    for (const { files } of listed)
      for (const [path, page] of Object.entries(files?.pages ?? {})) {
        const pattern = path.replace(/:[^/]+/g, '[^/]+').replace(/\/\*$/, '(/.*)?');
        if (new RegExp(`^${pattern}$`).test(location.pathname))
          // The largest first: what begins last ends last.
          preload([
            ...page,
            ...(wide ? (files.wide?.[path] ?? []) : []),
            ...files.first,
            ...(files.texts[guess] ?? []),
          ]);
      }
  };
  // The server names them with the page; who serves the page without is asked.
  if (dataset.remotes) preloadPage(JSON.parse(dataset.remotes));
  else
    remotes
      .then((answer) => answer.clone().json())
      .then((answer) => preloadPage(answer.remotes))
      // The page asks itself, and says what went wrong.
      .catch(() => undefined);
})();
