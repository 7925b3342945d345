export const messages = {
  open: 'Abrir en la app',
  opening: 'Este lugar se abre en la app. El navegador puede preguntar antes.',
  notInstalled: '¿No pasó nada? Instale la app en este dispositivo.',
  byBrowser: '¿No pasó nada? Instale la app desde el menú del navegador.',
  install: 'Instalar la app',
  installed: 'La app está instalada',
};
