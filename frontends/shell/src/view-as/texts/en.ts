export const messages = {
  bar: 'You see the workspace as {{name}}. Nothing can be changed.',
  person: '{{name}} ({{role}})',
  until: 'Until {{time}}',
  stop: 'Stop',
  stopping: 'Stopping',
  notStopped: 'Couldn’t switch back',
  start: 'View as {{name}}',
  notStarted: 'Couldn’t see the workspace as {{name}}',
};
