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
  const ask = (address) => {
    const answer = fetch(address, { credentials: 'same-origin', headers: { accept: 'application/json' } });
    answer.catch(() => undefined);
    return answer;
  };
  window.tesseraEarly = { session: ask('/api/v3/session'), remotes: ask('/remotes.json') };
})();
