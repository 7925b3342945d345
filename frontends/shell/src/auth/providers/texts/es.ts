export const messages = {
  with: 'Iniciar sesión con {{name}}',
  or: 'o con su contraseña',
  refused: 'Esta cuenta no da acceso a esta organización. Inicie sesión de otra forma o hable con un administrador.',
  noSeat: 'Se le desactivó en esta organización. Hable con un administrador.',
};
