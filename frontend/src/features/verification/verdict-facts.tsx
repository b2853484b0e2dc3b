import type { VerificationView, VerifiedSignature } from '@siegel/contracts/verification/view';
import { useTranslation } from 'react-i18next';
import { type KeyValue, KeyValues } from '../../components/key-values.js';
import { CopyValue } from './copy-value.js';
import { fingerprint } from './fingerprint.js';
import { Moment } from './moment.js';

function Signer({ signature }: { signature: VerifiedSignature }) {
  const { t } = useTranslation('verification');
  return (
    <>
      <b className="text-serif">{signature.name}</b>
      {signature.at !== null && <Moment at={signature.at} event="signed" />}
      {!signature.valid && <span className="text-bad">{t('facts.notProven')}</span>}
    </>
  );
}

function useSealFacts(seal: VerifiedSignature | undefined): KeyValue[] {
  const { t } = useTranslation('verification');
  if (seal === undefined) return [];
  const facts: KeyValue[] = [];
  if (seal.at !== null) {
    const clock = t(seal.timestamped === true ? 'facts.timestamped' : 'facts.ownClock');
    const value = (
      <>
        <Moment at={seal.at} />
        <span className="text-soft">{clock}</span>
      </>
    );
    facts.push({ key: 'sealed', label: t('facts.sealed'), value });
  }
  facts.push({ key: 'sealedBy', label: t('facts.sealedBy'), value: seal.name });
  if (seal.certificateHash !== undefined) {
    const { short, full } = fingerprint(seal.certificateHash);
    const value = <CopyValue shown={short} value={full} label={t('facts.copyCertificate')} />;
    facts.push({ key: 'certificate', label: t('facts.certificate'), value });
  }
  return facts;
}

/** Shows signers, times and seal. All of these facts are in the file, under an unbroken seal. */
export function VerdictFacts({ view }: { view: VerificationView }) {
  const { t } = useTranslation('verification');
  const seal = view.signatures.find(({ role }) => role === 'seal');
  const sealFacts = useSealFacts(seal);
  const items: KeyValue[] = [
    ...view.signatures.flatMap((signature) =>
      signature.role === 'seal'
        ? []
        : {
            key: signature.role,
            label: t(`facts.${signature.role}`),
            value: <Signer signature={signature} />,
          },
    ),
    ...sealFacts,
  ];
  if (view.ndaId !== undefined) {
    const value = <CopyValue shown={view.ndaId} value={view.ndaId} label={t('facts.copyNumber')} />;
    items.push({ key: 'number', label: t('facts.number'), value });
  }
  return <KeyValues items={items} />;
}
