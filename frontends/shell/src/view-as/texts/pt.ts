export const messages = {
  bar: 'Você vê a área de trabalho como {{name}}. Nada pode ser alterado.',
  person: '{{name}} ({{role}})',
  until: 'Até {{time}}',
  stop: 'Parar',
  stopping: 'Parando',
  notStopped: 'Não foi possível voltar',
  start: 'Ver como {{name}}',
  notStarted: 'Não foi possível ver a área de trabalho como {{name}}',
};
