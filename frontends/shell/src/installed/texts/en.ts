export const messages = {
  open: 'Open in app',
  opening: 'This place opens in the app. Your browser may ask first.',
  notInstalled: 'Nothing happened? Install the app on this device.',
  byBrowser: 'Nothing happened? Install the app from the menu of your browser.',
  install: 'Install the app',
  installed: 'The app is installed',
};
