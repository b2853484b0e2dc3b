import { ADDRESSES_MAX } from '@siegel/contracts/limits';
import { isSameAddress } from '@siegel/contracts/email-address';
import type { Party } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';
import { normalizedAddress } from '@siegel/contracts/validation/normalized';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { Notice } from '../../components/notice.js';
import { TextInput } from '../../components/text-input.js';
import { useNdaAct } from '../nda/use-nda-act.js';
import { correctAddress } from './invitation-calls.js';
import { isInvited } from './invitation-state.js';

/**
 * Error codes after which the address can no longer be corrected. The form closes, and a notice shows the
 * server's message.
 */
const FINAL_CODES: readonly string[] = ['address_limit', 'nda_final', 'invitation_expired', 'nda_discarded'];

export interface AddressFormProps {
  nda: NdaView;
  party: Party;
  onClose: () => void;
  /** Called if the server refuses the correction with one of `FINAL_CODES`. */
  onRefused: (message: string) => void;
}

const addressOf = (nda: NdaView, party: Party): string => (party === 1 ? nda.party1Email : nda.party2Email);
const nameOf = (nda: NdaView, party: Party): string => (party === 1 ? nda.party1Name : nda.party2Name);

function useCorrection({ nda, party, onClose, onRefused }: AddressFormProps) {
  const { t } = useTranslation('invitation');
  const again = party === 2 && isInvited(nda);
  const correction = useNdaAct<string>({
    ndaId: nda.id,
    call: (email) => correctAddress(nda.id, party, email),
    hasSucceeded: (now, email) => isSameAddress(addressOf(now, party), email),
    success: t(again ? 'address.savedAndSent' : 'address.saved'),
    fallback: t('address.fallback'),
    onDone: onClose,
  });
  const { problem } = correction;
  const refused = problem !== null && FINAL_CODES.includes(problem.code) ? problem.message : null;
  useEffect(() => {
    if (refused === null) return;
    onRefused(refused);
    onClose();
  }, [refused, onRefused, onClose]);
  return { ...correction, again };
}

/**
 * Form to correct a party's address in place. At first the whole address is selected. Escape closes the form
 * without a change.
 */
export function AddressForm(props: AddressFormProps) {
  const { nda, party, onClose } = props;
  const { t } = useTranslation('invitation');
  const { again, busy, problem, act, reset } = useCorrection(props);
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState(addressOf(nda, party));
  const [error, setError] = useState<string>();
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const typed = normalizedAddress(email);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = typed === '' || field.current?.validity.valid === false;
    const same = !wrong && isSameAddress(typed, addressOf(nda, party));
    setError(wrong ? t('address.missing') : same ? t('address.same') : undefined);
    if (wrong || same) field.current?.focus();
    else act(typed);
  };
  const leaving = {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !busy) onClose();
    },
  };
  const left =
    party === 2 ? t('address.left', { count: Math.min(nda.addressesLeft, ADDRESSES_MAX - 1) }) : '';
  const hint = isSameAddress(typed, addressOf(nda, party === 1 ? 2 : 1))
    ? t('address.sameAsOther')
    : [left, again ? t('address.newLink') : ''].filter(Boolean).join(' ');
  return (
    <form className="address-form" noValidate onSubmit={save}>
      <Field
        label={t('address.label', { name: nameOf(nda, party) })}
        error={error ?? (problem?.code === 'validation_failed' ? problem.message : undefined)}
        hint={hint === '' ? undefined : hint}
      >
        {(control) => (
          <TextInput
            {...control}
            {...leaving}
            ref={field}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={320}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setError(undefined);
              if (problem !== null) reset();
            }}
          />
        )}
      </Field>
      {problem !== null && problem.code !== 'validation_failed' && (
        <Notice tone="bad" title={t('address.failed')}>
          {problem.message}
        </Notice>
      )}
      <div className="address-form-actions">
        <Button {...leaving} type="submit" busy={busy} busyLabel={t('address.busy')}>
          {t(again ? 'address.saveAndSend' : 'address.save')}
        </Button>
        <Button {...leaving} variant="text" disabled={busy} onClick={onClose}>
          {t('address.cancel')}
        </Button>
      </div>
    </form>
  );
}
