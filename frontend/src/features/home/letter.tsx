import { useTranslation } from 'react-i18next';
import { Seal } from '../../components/seal.js';
import { Sheet } from '../../components/sheet.js';

/** A sample agreement, signed by both: what the product makes, at one glance. The people in it are invented. */
export function Letter() {
  const { t } = useTranslation('home');
  return (
    <>
      <p className="vh">{t('letter.label')}</p>
      <Sheet marks className="letter deed" aria-hidden="true">
        <div className="hd">
          <h2>{t('letter.title')}</h2>
        </div>
        <div className="parties">
          <div>
            <small>{t('letter.discloser')}</small>Katharina Brandstetter
            <br />
            <span className="soft">Brandstetter Feinmechanik GmbH</span>
          </div>
          <div>
            <small>{t('letter.recipient')}</small>Thomas Achterberg
            <br />
            <span className="soft">Achterberg Velo KG</span>
          </div>
        </div>
        <Clause number={1} title={t('letter.subject')} text={t('letter.subjectText')} />
        <Clause number={2} title={t('letter.definition')} text={t('letter.definitionText')} />
        <p className="omit">{t('letter.omitted')}</p>
        <Clause number={17} title={t('letter.signatures')} />
        <div className="sigs">
          <Signed pen="first" name="Katharina Brandstetter" at={t('letter.signedAt1')} />
          <Signed pen="second" name="Thomas Achterberg" at={t('letter.signedAt2')} />
        </div>
        <div className="stampat">
          <Seal state="both" size={112} />
        </div>
      </Sheet>
    </>
  );
}

function Clause({ number, title, text }: { number: number; title: string; text?: string }) {
  return (
    <section className="clause">
      <span className="n">§&nbsp;{number}</span>
      <div>
        <h3>{title}</h3>
        {text && <p>{text}</p>}
      </div>
    </section>
  );
}

function Signed({ pen, name, at }: { pen: 'first' | 'second'; name: string; at: string }) {
  return (
    <div className="sig">
      <div className="ln">
        <span className={`pen ${pen}`} />
      </div>
      <small>
        {name}
        <br />
        <span className="num">{at}</span>
      </small>
    </div>
  );
}
