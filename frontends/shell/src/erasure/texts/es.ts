export const messages = {
  data: 'Todos los datos de esta organización se eliminan el {{at}}.',
  organization: 'Esta organización se elimina con todos sus datos el {{at}}.',
  abort: 'Cancelar la eliminación',
  aborting: 'Cancelando',
  aborted: 'La eliminación está cancelada',
  notAborted: 'No se pudo cancelar la eliminación',
};
