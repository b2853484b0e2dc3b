import type { ReactNode } from 'react';
import type {
  AgreementDocument,
  AgreementParty,
  Block,
  Section,
  Span,
} from '@siegel/contracts/agreement/document';
import type { AgreementField } from '@siegel/contracts/agreement/agreement-field';
import { sectionLabel } from '@siegel/contracts/agreement/section-label';
import { classNames } from '../../lib/class-names.js';
import { type ShownSignature, SignatureBoxes } from './signature-boxes.js';

/**
 * On narrow screens, the longest word of the German title may break, but only between the two words from
 * which it is compounded.
 */
const breakable = (title: string): string =>
  title.replace('Geheimhaltungsvereinbarung', 'Geheimhaltungs\u00advereinbarung');

const TITLES = { 1: 'h1', 2: 'h2', 3: 'h3' } as const;
const HEADINGS = { 1: 'h2', 2: 'h3', 3: 'h4' } as const;

export interface AgreementViewProps {
  document: AgreementDocument;
  /** The form field that has the focus. The words of this field are marked in the agreement. */
  focused?: AgreementField | undefined;
  /** Undefined until the NDA is confirmed. Until then, section 17 says that signatures follow. */
  signatures?: readonly [ShownSignature | null, ShownSignature | null] | undefined;
  /** Heading level of the title. Sections are one level below. */
  level?: 1 | 2 | 3;
}

function Words({ span, focused }: { span: Span; focused: AgreementField | undefined }) {
  const live = span.field !== undefined && span.field === focused;
  const className = classNames(span.blank && 'agreement-blank', live && 'agreement-live');
  return className === undefined ? span.text : <span className={className}>{span.text}</span>;
}

function Spans({ spans, focused }: { spans: readonly Span[]; focused: AgreementField | undefined }) {
  // The index is a stable key, because the spans of a block never change their order.
  return spans.map((span, index) => (
    <Words key={`${index}-${span.field ?? ''}`} span={span} focused={focused} />
  ));
}

const COMPANY_FIELD = { discloser: 'party1Company', recipient: 'party2Company' } as const;

function Party({ party, focused }: { party: AgreementParty; focused: AgreementField | undefined }) {
  return (
    <div className="agreement-party">
      <small>{party.label}</small>
      <div>
        <bdi>
          <Words span={party.name} focused={focused} />
        </bdi>
      </div>
      {party.company ? (
        <div className="text-soft">
          <Words span={party.company} focused={focused} />
        </div>
      ) : (
        // If no company is given, the text does not mention a company. But while the company's form field has
        // the focus, the place where the company's name would appear is marked.
        focused === COMPANY_FIELD[party.role] && (
          <span className="agreement-blank agreement-live agreement-place" aria-hidden="true" />
        )
      )}
    </div>
  );
}

interface BlockProps extends Pick<AgreementViewProps, 'document' | 'focused' | 'signatures'> {
  block: Block;
}

function BlockView({ block, document, focused, signatures }: BlockProps): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} focused={focused} />
        </p>
      );
    case 'quote':
      return (
        <p className="agreement-quote">
          <Spans spans={block.spans} focused={focused} />
        </p>
      );
    case 'list':
      return (
        <ul className="agreement-list">
          {block.items.map((item) => (
            <li key={item.label}>
              <span className="agreement-list-label">{item.label}</span>
              <span>
                <Spans spans={item.spans} focused={focused} />
              </span>
            </li>
          ))}
        </ul>
      );
    default:
      return <SignatureBoxes document={document} signatures={signatures} />;
  }
}

function SectionView({
  section,
  level,
  ...rest
}: Omit<BlockProps, 'block'> & { section: Section; level: 1 | 2 | 3 }) {
  const Heading = HEADINGS[level];
  return (
    <section className="agreement-clause">
      <span className="agreement-clause-number" aria-hidden="true">
        {sectionLabel(section.number, rest.document.language)}
      </span>
      <div className="agreement-clause-text">
        <Heading>
          <span className="visually-hidden">{`${sectionLabel(section.number, rest.document.language)} `}</span>
          {section.heading}
        </Heading>
        {section.blocks.map((block, index) => (
          <BlockView key={`${section.id}-${index}`} block={block} {...rest} />
        ))}
      </div>
    </section>
  );
}

/**
 * Renders the agreement as a sheet of paper. The document tree has two renderers: this component, and the
 * renderer of the PDF.
 */
export function AgreementView({ document, focused, signatures, level = 2 }: AgreementViewProps) {
  const Title = TITLES[level];
  return (
    <article className="agreement agreement-view" lang={document.language}>
      <div className="agreement-heading">
        <Title className="agreement-title">{breakable(document.title)}</Title>
        <p className="text-italic agreement-subtitle">{document.subtitle}</p>
        <p className="text-soft agreement-issued">{document.issued.text}</p>
      </div>
      <div className="agreement-parties">
        {document.parties.map((party) => (
          <Party key={party.role} party={party} focused={focused} />
        ))}
      </div>
      {document.sections.map((section) => (
        <SectionView
          key={section.id}
          section={section}
          level={level}
          document={document}
          focused={focused}
          signatures={signatures}
        />
      ))}
    </article>
  );
}
