import { addTexts, NotFound } from '@tessera/kit';
import { useParams } from 'react-router';
import { ApprovalScreen } from './approval/approval-screen.tsx';

await addTexts('administration', 'approval', {
  en: () => import('./approval/texts/en.ts'),
  pt: () => import('./approval/texts/pt.ts'),
  es: () => import('./approval/texts/es.ts'),
});

/** `/automations/approval/{runId}/{path}`: what a run asks somebody; for whoever is asked, whatever their rights are. */
export const Page = () => {
  const { runId = '', path = '' } = useParams();
  return /^[0-9a-z]{26}$/.test(runId) ? <ApprovalScreen runId={runId} path={path} /> : <NotFound />;
};
