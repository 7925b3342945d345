// Runs before the first paint, so that a dark page is never shown light first.
(() => {
  let choice = 'system';
  try {
    choice = localStorage.getItem('tessera:theme') || 'system';
  } catch {
    // Storage may be blocked: follow the system.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';

  // What the page asks first travels while its code does; who takes an answer empties its place.
  const table = /^\/object\/([0-9a-z]{26})(\/|$)/.exec(location.pathname)?.[1];
  const calls = ['session', 'preferences', 'home', ...(table ? [`tables/${table}`, 'users'] : [])];
  window.tesseraEarly = {};
  for (const address of [...calls.map((call) => `/api/v3/${call}`), '/remotes.json']) {
    window.tesseraEarly[address] = fetch(address, { credentials: 'same-origin', headers: { accept: 'application/json' } });
    window.tesseraEarly[address].catch(() => undefined);
  }
})();
