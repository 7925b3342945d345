export const messages = {
  data: 'Todos os dados desta organização serão excluídos em {{at}}.',
  organization: 'Esta organização será excluída com todos os seus dados em {{at}}.',
  abort: 'Cancelar exclusão',
  aborting: 'Cancelando',
  aborted: 'A exclusão foi cancelada',
  notAborted: 'Não foi possível cancelar a exclusão',
};
