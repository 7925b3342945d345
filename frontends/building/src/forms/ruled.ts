import type { Table } from '@tessera/kit';
import { ruledBy } from '../conditionals/ruled.ts';
import type { Answers, Question } from './model.ts';

/** The questions as the rules of the table have them for these answers. */
export const ruledQuestions = (
  table: Pick<Table, 'fields' | 'conditionals'>,
  questions: readonly Question[],
  answers: Answers,
): readonly Question[] => {
  if (table.conditionals.length === 0) return questions;
  const ruled = ruledBy(table, answers);
  return questions.map((question) => {
    const { hidden, required, readOnly } = ruled(question.field.id);
    return hidden || required || readOnly
      ? {
          ...question,
          required: question.required || required,
          out: hidden,
          fixed: readOnly || question.fixed === true,
        }
      : question;
  });
};
