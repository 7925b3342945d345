import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findChromium } from './chromium.ts';
import { owner, type Owner } from './product.ts';

/** The machine's own Chromium, headless, without its calls home. CHROMIUM names another one. */
export const launch = (): Promise<Browser> => {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("no Chromium on this machine: install Debian's chromium or set CHROMIUM");
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
};

export type Sight = { readonly width?: number; readonly height?: number; readonly theme?: 'light' | 'dark' };

/** A signed-in browser of its own, without going through the login screen. */
export const signIn = async (
  browser: Browser,
  url: string,
  who: Pick<Owner, 'email' | 'password'> = owner,
  sight: Sight = {},
): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({
    viewport: { width: sight.width ?? 1440, height: sight.height ?? 900 },
    colorScheme: sight.theme ?? 'light',
    baseURL: url,
    locale: 'en-US',
  });
  const page = await context.newPage();
  const response = await context.request.post(`${url}/api/auth/loginV2`, {
    data: { email: who.email, password: who.password },
    headers: { 'x-requested-with': 'tessera', origin: url },
  });
  if (!response.ok()) throw new Error(`sign in: ${response.status()} ${await response.text()}`);
  return { context, page };
};

/** Puts onto the browser's own clipboard what another program would, markup untouched, for a real Ctrl+V. */
export const copyAs = (page: Page, text: string, html: string): Promise<void> =>
  page.evaluate(
    (data) => {
      const fill = (event: ClipboardEvent): void => {
        event.preventDefault();
        event.stopImmediatePropagation();
        event.clipboardData?.setData('text/plain', data.text);
        event.clipboardData?.setData('text/html', data.html);
      };
      window.addEventListener('copy', fill, { capture: true, once: true });
      if (!document.execCommand('copy')) throw new Error('the browser did not copy');
    },
    { text, html },
  );

/** Pastes text as the clipboard of another program gives it. */
export const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    (document.activeElement ?? document.body).dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
