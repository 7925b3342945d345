export const messages = {
  with: 'Entrar com {{name}}',
  or: 'ou com sua senha',
  refused: 'Esta conta não dá acesso a esta organização. Entre de outra forma ou fale com um administrador.',
  noSeat: 'Você foi desativado nesta organização. Fale com um administrador.',
};
