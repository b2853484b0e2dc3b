import type { Party } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { AddressForm } from './address-form.js';

export interface CorrectableAddressProps {
  nda: NdaView;
  party: Party;
  /**
   * True if correcting the address is the next thing to do. The control is then a red button instead of a
   * link beside the address.
   */
  urgent?: boolean;
  /**
   * True hides the address. Use it if the page already shows the user's own address beside this component.
   * The link then says that it corrects the user's own address.
   */
  unnamed?: boolean;
}

/** A party's address, with a form to correct it in place (rule:three-invitations-three-addresses). */
export function CorrectableAddress({ nda, party, urgent = false, unnamed = false }: CorrectableAddressProps) {
  const { t } = useTranslation('invitation');
  const [open, setOpen] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // When the form closes, the focus returns to the control that opened it.
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const close = useCallback(() => setOpen(false), []);
  const email = party === 1 ? nda.party1Email : nda.party2Email;
  const name = party === 1 ? nda.party1Name : nda.party2Name;
  const possible = party === 1 || nda.addressesLeft > 0;
  if (open) return <AddressForm nda={nda} party={party} onClose={close} onRefused={setRefused} />;
  const shared = {
    ref: opener,
    'aria-label': unnamed ? undefined : t('address.correctOf', { name }),
    onClick: () => {
      setRefused(null);
      setOpen(true);
    },
  };
  return (
    <div className="correctable-address">
      <p>
        {!unnamed && <span className="text-soft">{possible && !urgent ? `${email},` : email}</span>}
        {possible && !urgent && (
          <button {...shared} type="button" className="link-button">
            {t(unnamed ? 'address.correctOwn' : 'address.correct')}
          </button>
        )}
      </p>
      {possible && urgent && (
        <Button {...shared} variant="go">
          {t('address.correct')}
        </Button>
      )}
      {!possible && urgent && <p className="text-note">{t('address.noneLeft')}</p>}
      {refused !== null && (
        <Notice tone="bad" title={t('address.failed')}>
          {refused}
        </Notice>
      )}
    </div>
  );
}
