import { ErrorState, hasRight, Loading, NoPermission, NotFound, useRecovery, useRights, useTexts } from '@tessera/kit';
import { useEffect, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { ChecklistStep } from './import/checklist-step.tsx';
import { FileStep } from './import/file-step.tsx';
import { WizardFrame } from './import/frame.tsx';
import { MatchStep } from './import/match-step.tsx';
import { RunStep } from './import/run-step.tsx';
import { useWizard, wizard } from './import/wizard.ts';

/** Takes up the wizard that the address names, as after a reload. */
const useResumed = (
  identifier: string | null,
): { readonly ready: boolean; readonly missing: boolean; readonly error: unknown; readonly retry: () => void } => {
  const { identifier: known } = useWizard();
  const [missing, setMissing] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (identifier === null) return;
    let current = true;
    setError(null);
    wizard.resume(identifier).then(
      (found) => {
        if (current) setMissing(!found);
      },
      (cause: unknown) => {
        if (current) setError(cause);
      },
    );
    return () => {
      current = false;
    };
  }, [identifier, tries]);
  const retry = (): void => setTries(tries + 1);
  useRecovery(error, retry);
  return { ready: identifier === null || known === identifier, missing, error, retry };
};

const Steps = ({ page, identifier }: { page: string; identifier: string | null }) => {
  const { upload, proposal, problem } = useWizard();
  const { ready, missing, error, retry } = useResumed(identifier);
  if (missing) return <Navigate to="/connector" replace />;
  if (error !== null) return <ErrorState screen error={error} onRetry={retry} />;
  if (!ready)
    return (
      <WizardFrame step="file">
        <Loading />
      </WizardFrame>
    );
  if (page === '' || page === 'types') return <FileStep fresh={page === ''} />;
  // Matching without a file begins at the beginning; with one that is still being read it waits there.
  if (upload === null) return <Navigate to="/connector" replace />;
  if (proposal === null)
    return problem ? (
      <FileStep />
    ) : (
      <WizardFrame step={page === 'import' ? 'checklist' : 'match'} name={upload.name}>
        <Loading />
      </WizardFrame>
    );
  return page === 'import' ? <ChecklistStep /> : <MatchStep />;
};

/** `/connector` and `/connector/spreadsheets/csv/{types|import|field-matching|finished}`: a file becomes a table. */
export const Page = () => {
  const t = useTexts('building');
  const rights = useRights();
  const { '*': rest = '' } = useParams();
  const [search] = useSearchParams();
  const [group = '', id = '', page = '', more] = rest.split('/').filter((part) => part !== '');
  if (!hasRight(rights, 'canCreateTables'))
    return <NoPermission title={t('import.denied')}>{t('import.deniedText')}</NoPermission>;
  if (group === '') return <Steps page="" identifier={null} />;
  if (group !== 'spreadsheets' || id !== 'csv' || more !== undefined) return <NotFound />;
  if (page === 'finished') {
    const operation = search.get('operation');
    return operation === null ? <Navigate to="/connector" replace /> : <RunStep operation={operation} />;
  }
  if (page !== 'types' && page !== 'import' && page !== 'field-matching') return <NotFound />;
  return <Steps page={page} identifier={search.get('identifier')} />;
};
