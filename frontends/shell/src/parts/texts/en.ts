export const messages = {
  form: 'New Super Form',
  board: 'New Smart Kanban',
  untitledForm: 'Untitled form',
  untitledBoard: 'Untitled board',
  profile: 'Your menu',
};
