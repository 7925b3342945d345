export const messages = {
  form: 'Novo Super Formulário',
  board: 'Novo Kanban inteligente',
  untitledForm: 'Formulário sem título',
  untitledBoard: 'Quadro sem título',
  profile: 'Seu menu',
};
