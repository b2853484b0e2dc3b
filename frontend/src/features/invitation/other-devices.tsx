import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { FieldError } from '../../components/field-error.js';
import { useNdaAct } from '../nda/use-nda-act.js';
import { CorrectableAddress } from './correctable-address.js';
import { askForContinueLink, endOtherAccess } from './invitation-calls.js';

function EndOtherAccess({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('invitation');
  const ending = useNdaAct({
    ndaId: nda.id,
    call: () => endOtherAccess(nda.id),
    hasSucceeded: ({ otherDevices }) => otherDevices === 0,
    success: t('devices.ended'),
    fallback: t('devices.endFallback'),
  });
  return (
    <div className="panel-devices-others">
      <p className="text-soft">{t('devices.others', { count: nda.otherDevices })}</p>
      <Button size="sm" busy={ending.busy} busyLabel={t('devices.ending')} onClick={() => ending.act()}>
        {t('devices.end')}
      </Button>
      {ending.problem !== null && <FieldError>{ending.problem.message}</FieldError>}
    </div>
  );
}

/** Mails a link to continue on another device, and ends the access of other devices. */
export function OtherDevices({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('invitation');
  const link = useNdaAct({
    ndaId: nda.id,
    call: () => askForContinueLink(nda.id),
    success: t('devices.done'),
    fallback: t('devices.fallback'),
  });
  return (
    <section className="panel-devices">
      <h3>{t('devices.title')}</h3>
      <p className="text-soft">{t('devices.text')}</p>
      <Button size="sm" busy={link.busy} busyLabel={t('devices.busy')} onClick={() => link.act()}>
        {t('devices.button', { email: nda.party1Email })}
      </Button>
      <CorrectableAddress nda={nda} party={1} unnamed />
      {link.problem !== null && <FieldError>{link.problem.message}</FieldError>}
      {nda.otherDevices > 0 && <EndOtherAccess nda={nda} />}
    </section>
  );
}
