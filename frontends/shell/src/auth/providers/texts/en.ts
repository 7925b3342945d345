export const messages = {
  with: 'Log in with {{name}}',
  or: 'or with your password',
  refused: 'This account lets nobody into this organization. Log in in another way, or ask an administrator.',
  noSeat: 'You were disabled in this organization. Ask an administrator.',
};
