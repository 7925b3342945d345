/** The addresses of what the build made for the page. */
export type DocsAssets = { readonly script: string; readonly style: string };

/** Scalar's settings: nothing is asked of another server, nothing is kept, and the looks are ours. */
const settings = {
  url: '/api/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  hideDarkModeToggle: true,
  hideClientButton: true,
  persistAuth: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'API · Tessera' },
} as const;

/** The product's mark; the page's style sheet gives it its colours. */
const mark =
  '<svg viewBox="0 0 20 20" aria-hidden="true"><g><rect x="1.5" y="1.5" width="7.5" height="7.5" rx="1.5"/><rect x="1.5" y="11" width="7.5" height="7.5" rx="1.5"/><rect x="11" y="11" width="7.5" height="7.5" rx="1.5"/></g><rect x="11.4" y="1.9" width="6.8" height="6.8" rx="1.4" transform="rotate(45 14.8 5.3)"/></svg>';

/** The page at /api/docs. Its scripts run by their nonce alone; the theme is the one chosen in the product. */
export const docsPage = (nonce: string, assets: DocsAssets | undefined): string => {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API · Tessera</title><link rel="icon" href="data:,">`;
  if (assets === undefined)
    return `${head}</head><body><p>The API docs are not built yet. Run <code>npm install</code> and <code>npm run build</code>. The description is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></body></html>`;
  return `${head}<meta property="csp-nonce" content="${nonce}"><link rel="stylesheet" href="${assets.style}"></head>
<body><nav class="docs-bar" aria-label="Tessera"><a href="/">${mark}Tessera</a><span>API</span></nav><div id="docs"></div>
<script nonce="${nonce}" src="${assets.script}"></script>
<script nonce="${nonce}">
let choice = 'system';
try { choice = localStorage.getItem('tessera:theme') || 'system'; } catch {}
const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset.theme = dark ? 'dark' : 'light';
Scalar.createApiReference('#docs', { ...${JSON.stringify(settings)}, forceDarkModeState: dark ? 'dark' : 'light' });
</script></body></html>`;
};
