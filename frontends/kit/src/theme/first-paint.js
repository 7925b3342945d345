// Runs before the first paint, so that a dark page is never shown light first.
(() => {
  let choice = 'system';
  let seen = 0;
  try {
    choice = localStorage.getItem('tessera:theme') || 'system';
    seen = Number(localStorage.getItem('tessera:seen'));
  } catch {
    // Storage may be blocked: follow the system.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';

  // What the page asks first travels while its code does; who takes an answer empties its place.
  const table = /^\/object\/([0-9a-z]{26})(\/|$)/.exec(location.pathname)?.[1];
  const calls = ['preferences', 'home', ...(table ? [`tables/${table}`, 'users'] : [])];
  window.tesseraEarly = {};
  // A visitor whom nobody has seen here is asked for alone: the rest would be refused.
  for (const address of [
    '/api/auth/session',
    '/remotes.json',
    ...(Date.now() - seen < 25 * 24 * 60 * 60 * 1000 ? calls.map((call) => `/api/v3/${call}`) : []),
  ]) {
    window.tesseraEarly[address] = fetch(address, {
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
    });
    window.tesseraEarly[address].catch(() => undefined);
  }
})();
