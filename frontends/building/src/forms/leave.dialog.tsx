import { Button, Dialog, useTexts } from '@tessera/kit';
import './texts.ts';

/** Asks before what was changed in a form and not saved is given up. */
export const LeaveDialog = ({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) => {
  const t = useTexts('building');
  return (
    <Dialog
      opened
      title={t('forms.leave')}
      onClose={onStay}
      footer={
        <>
          <Button data-autofocus onClick={onStay}>
            {t('forms.stay')}
          </Button>
          <Button variant="primary" onClick={onLeave}>
            {t('forms.leaveNow')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('forms.leaveText')}</p>
    </Dialog>
  );
};
