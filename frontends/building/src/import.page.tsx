import {
  addTexts,
  ErrorState,
  hasRight,
  Loading,
  NoPermission,
  NotFound,
  useRecovery,
  useRights,
  useTableRights,
  useTexts,
} from '@tessera/kit';
import { useEffect, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { FileStep } from './import/file-step.tsx';
import { type Step, WizardFrame } from './import/frame.tsx';
import { pathOf } from './import/paths.ts';
import { useWizard, wizard } from './import/wizard.ts';
import { bringRefusals } from './refusal-texts.ts';
import { later } from './later.tsx';

bringRefusals();

await addTexts('building', 'import', {
  en: () => import('./import/texts/en.ts'),
  pt: () => import('./import/texts/pt.ts'),
  es: () => import('./import/texts/es.ts'),
});

const MatchStep = later(async () => (await import('./import/match-step.tsx')).MatchStep);
const PastImports = later(async () => (await import('./import/past-imports.tsx')).PastImports);
const RunStep = later(async () => (await import('./import/run-step.tsx')).RunStep);

/** Connectors of files, as their addresses name them. */
const connectors = new Set(['csv', 'excel', 'json', 'paste']);

/** In ms after the page is there: what comes after the file is brought, before anybody asks. */
const quiet = 1500;

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

const Waiting = ({ step, name }: { step: Step; name?: string }) => (
  <WizardFrame step={step} name={name}>
    <Loading />
  </WizardFrame>
);

const Steps = ({
  page,
  identifier,
  into = null,
}: {
  page: string;
  identifier: string | null;
  into?: string | null;
}) => {
  const { upload, proposal, problem } = useWizard();
  const { ready, missing, error, retry } = useResumed(identifier);
  const chosen = upload !== null;
  useEffect(() => {
    const timer = setTimeout(MatchStep.bring, chosen ? 0 : quiet);
    return () => clearTimeout(timer);
  }, [chosen]);
  // The import is followed by its own page.
  const proposed = proposal !== null;
  useEffect(() => {
    if (proposed) RunStep.bring();
  }, [proposed]);
  if (missing) return <Navigate to="/connector" replace />;
  if (error !== null) return <ErrorState screen error={error} onRetry={retry} />;
  if (!ready) return <Waiting step="file" />;
  if (page === '' || page === 'types') return <FileStep fresh={page === ''} into={into} />;
  // Matching without a file begins at the beginning; with one that is still being read it waits there.
  if (upload === null) return <Navigate to="/connector" replace />;
  if (proposal === null) return problem ? <FileStep /> : <Waiting step="match" name={upload.name} />;
  return <MatchStep meanwhile={<Waiting step="match" name={upload.name} />} />;
};

/**
 * `/connector` and `/connector/spreadsheets/{connector}/{types|import|field-matching|finished}`: a file becomes a table;
 * `/connector?table=` begins with a table that is there; `/connector/history` lists the imports.
 */
export const Page = () => {
  const t = useTexts('building');
  const rights = useRights();
  const { '*': rest = '' } = useParams();
  const [search] = useSearchParams();
  const [group = '', id = '', page = '', more] = rest.split('/').filter((part) => part !== '');
  const into = search.get('table');
  const ofTable = useTableRights(into);
  // An import that was begun is its maker's: whoever comes to another one begins anew.
  if (group === '') {
    if (into === null && !hasRight(rights, 'canCreateTables'))
      return <NoPermission title={t('import.denied')}>{t('import.deniedText')}</NoPermission>;
    if (ofTable !== null && !ofTable.canCreateRecords)
      return <NoPermission title={t('import.into.denied')}>{t('import.deniedText')}</NoPermission>;
    return <Steps page="" identifier={null} into={into} />;
  }
  if (group === 'history' && id === '') return <PastImports meanwhile={<Loading />} />;
  if (group !== 'spreadsheets' || !connectors.has(id) || more !== undefined) return <NotFound />;
  if (page === 'finished') {
    const operation = search.get('operation');
    return operation === null ? (
      <Navigate to="/connector" replace />
    ) : (
      <RunStep operation={operation} meanwhile={<Waiting step="import" />} />
    );
  }
  // The checklist is a line under the columns.
  if (page === 'import') return <Navigate to={pathOf('field-matching', search.get('identifier') ?? '')} replace />;
  if (page !== 'types' && page !== 'field-matching') return <NotFound />;
  return <Steps page={page} identifier={search.get('identifier')} />;
};
