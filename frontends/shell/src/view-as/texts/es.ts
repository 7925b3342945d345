export const messages = {
  bar: 'Ve el espacio de trabajo como {{name}}. No se puede cambiar nada.',
  person: '{{name}} ({{role}})',
  until: 'Hasta {{time}}',
  stop: 'Detener',
  stopping: 'Deteniendo',
  notStopped: 'No se pudo volver',
  start: 'Ver como {{name}}',
  notStarted: 'No se pudo ver el espacio de trabajo como {{name}}',
};
