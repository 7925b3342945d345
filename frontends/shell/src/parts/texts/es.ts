export const messages = {
  form: 'Nuevo Super Formulario',
  board: 'Nuevo Kanban inteligente',
  untitledForm: 'Formulario sin título',
  untitledBoard: 'Tablero sin título',
  profile: 'Su menú',
};
