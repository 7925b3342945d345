export const messages = {
  onPage: {
    views: 'Go to a view',
    viewWords: 'open switch view',
    edit: 'Edit this app',
    upload: 'Upload data to this table',
  },
};
