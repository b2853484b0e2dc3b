import { useTranslation } from 'react-i18next';
import { Seal } from '../../components/seal.js';
import { Sheet } from '../../components/sheet.js';
import { classNames } from '../../lib/class-names.js';

const PARTY_1 = { name: 'Katharina Brandstetter', company: 'Brandstetter Feinmechanik GmbH' };
const PARTY_2 = { name: 'Thomas Achterberg', company: 'Achterberg Velo KG' };

/**
 * Shows a sample agreement that both parties have signed, so that visitors understand the product at a
 * glance. The people in the agreement are invented.
 */
export function Letter() {
  const { t } = useTranslation('home');
  return (
    <>
      <p className="visually-hidden">{t('letter.label')}</p>
      <Sheet className="agreement letter" aria-hidden="true">
        <div className="agreement-heading">
          <h2>{t('letter.title')}</h2>
        </div>
        <div className="agreement-parties">
          <div>
            <small>{t('letter.discloser')}</small>
            {PARTY_1.name}
            <br />
            <span className="text-soft">{PARTY_1.company}</span>
          </div>
          <div>
            <small>{t('letter.recipient')}</small>
            {PARTY_2.name}
            <br />
            <span className="text-soft">{PARTY_2.company}</span>
          </div>
        </div>
        <Clause number={1} title={t('letter.subject')} text={t('letter.subjectText')} />
        <Clause number={2} title={t('letter.definition')} text={t('letter.definitionText')} />
        <p className="letter-omission">{t('letter.omitted')}</p>
        <Clause number={17} title={t('letter.signatures')} />
        <div className="agreement-signatures">
          <SignatureLine name={PARTY_1.name} at={t('letter.signedAt1')} />
          <SignatureLine penClassName="letter-pen-second" name={PARTY_2.name} at={t('letter.signedAt2')} />
        </div>
        <div className="letter-seal">
          <Seal state="both" size={112} />
        </div>
      </Sheet>
    </>
  );
}

function Clause({ number, title, text }: { number: number; title: string; text?: string }) {
  return (
    <section className="agreement-clause">
      <span className="agreement-clause-number">§&nbsp;{number}</span>
      <div>
        <h3>{title}</h3>
        {text && <p>{text}</p>}
      </div>
    </section>
  );
}

function SignatureLine({ penClassName, name, at }: { penClassName?: string; name: string; at: string }) {
  return (
    <div className="agreement-signature">
      <div className="agreement-signature-line">
        <span className={classNames('letter-pen', penClassName)} />
      </div>
      <small>
        {name}
        <br />
        <span className="text-figures">{at}</span>
      </small>
    </div>
  );
}
