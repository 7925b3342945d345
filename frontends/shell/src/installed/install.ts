/** What a browser offers before it shows a dialog of its own to install the product. */
type Offer = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

let offer: Offer | null = null;
/** Keeps what the browser offers, which it does once, early. */
export const watchInstall = (): void => {
  addEventListener('beforeinstallprompt', (event) => {
    offer = event as Offer;
  });
  addEventListener('appinstalled', () => {
    offer = null;
  });
};

/** Asks the browser to install the product; whether it was asked and agreed. */
export const install = async (): Promise<boolean> => {
  const asked = offer;
  if (asked === null) return false;
  offer = null;
  return (await asked.prompt()).outcome === 'accepted';
};
/** Whether the browser offers to install it. */
export const canInstall = (): boolean => offer !== null;
/** Whether this window is the installed app. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;
