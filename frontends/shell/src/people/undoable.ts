import { isApiError, toast, useErrorText, useTexts } from '@tessera/kit';
import { undoChange } from './people.resource.ts';

/** Why one thing could not be taken back: what stands in the way, or the refusal itself. */
const reasonOf = (error: unknown): unknown => {
  if (!isApiError(error)) return error;
  const { conflicts } = (error.details ?? {}) as { readonly conflicts?: readonly { readonly blocked?: string }[] };
  const code = conflicts?.find((one) => one.blocked !== undefined)?.blocked;
  return code === undefined ? error : { ...error, code };
};

/** Says that something was done, with Undo, which takes its commit back; and then the other way round. */
export const useUndoable = (): ((message: string, commit: string | null) => void) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const done = (message: string, commit: string | null): void => {
    toast(commit === null ? { message } : { message, undo: () => back(commit) });
  };
  const back = async (commit: string): Promise<void> => {
    try {
      done(t('people:undone'), await undoChange(commit));
    } catch (error) {
      toast({ kind: 'error', message: t('people:notUndone'), detail: errorText(reasonOf(error)) });
    }
  };
  return done;
};
