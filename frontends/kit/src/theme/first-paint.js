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
})();
