export const messages = {
  title: 'Collaboration',
  open: 'Open Collaboration',
  emptyTitle: 'Nothing here yet',
  emptyText: 'What is made here stands here.',
};
