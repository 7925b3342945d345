export const messages = {
  onPage: {
    views: 'Ir a una vista',
    viewWords: 'abrir cambiar vista',
    edit: 'Editar esta app',
    upload: 'Subir datos a esta tabla',
  },
};
