export const messages = {
  data: 'All data of this organization is deleted on {{at}}.',
  organization: 'This organization is deleted with all its data on {{at}}.',
  abort: 'Abort',
  aborting: 'Aborting',
  aborted: 'The deletion is aborted',
  notAborted: 'Couldn’t abort the deletion',
};
