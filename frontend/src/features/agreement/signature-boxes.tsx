import type { AgreementDocument, AgreementParty } from '@siegel/contracts/agreement/document';
import { SIGNATURE_TEXTS } from '@siegel/contracts/agreement/signature-texts';
import { formatDateTime } from '@siegel/contracts/formats';
import { useTranslation } from 'react-i18next';

export interface BoxSignature {
  /** Address of the image. */
  image: string;
  /** ISO 8601 UTC. */
  signedAt: string;
}

/** A signature as the reader may see it. `image` is null if the reader may not see the image. */
export interface ShownSignature extends Omit<BoxSignature, 'image'> {
  image: string | null;
}

interface BoxProps {
  document: AgreementDocument;
  party: AgreementParty;
  signature: ShownSignature | null;
}

function Ink({ image, name }: { image: string; name: string }) {
  const { t } = useTranslation('agreement');
  return <img className="ink-image agreement-signature-image" src={image} alt={t('signatureOf', { name })} />;
}

function Box({ document, party, signature }: BoxProps) {
  const texts = SIGNATURE_TEXTS[document.language];
  const name = party.name.text;
  return (
    <div className="agreement-signature">
      <div className="agreement-signature-line">
        {signature !== null && signature.image !== null && <Ink image={signature.image} name={name} />}
      </div>
      <small>
        <bdi>{name}</bdi>
        <br />
        {party.company && (
          <>
            {texts.signsFor(party.company.text)}
            <br />
          </>
        )}
        {signature
          ? `${texts.signedOn} ${formatDateTime(signature.signedAt, document.language)}`
          : texts.notSignedYet}
      </small>
    </div>
  );
}

export interface SignatureBoxesProps {
  document: AgreementDocument;
  signatures: readonly [ShownSignature | null, ShownSignature | null] | undefined;
}

/**
 * The content of section 17. Before the NDA is confirmed, the section contains only a sentence. After that,
 * the section contains a box for each party (rule:seventeen-sections).
 */
export function SignatureBoxes({ document, signatures }: SignatureBoxesProps) {
  if (signatures === undefined) return <p>{SIGNATURE_TEXTS[document.language].signaturesPending}</p>;
  return (
    <div className="agreement-signatures">
      {document.parties.map((party, index) => (
        <Box key={party.role} document={document} party={party} signature={signatures[index] ?? null} />
      ))}
    </div>
  );
}
