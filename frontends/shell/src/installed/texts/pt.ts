export const messages = {
  open: 'Abrir no app',
  opening: 'Este lugar abre no app. O navegador pode perguntar antes.',
  notInstalled: 'Nada aconteceu? Instale o app neste dispositivo.',
  byBrowser: 'Nada aconteceu? Instale o app pelo menu do navegador.',
  install: 'Instalar o app',
  installed: 'O app está instalado',
};
