import { ownMember } from '@siegel/contracts/own-members';
import type { ReactNode } from 'react';

interface TextSection {
  title: string;
  paragraphs: string[];
  points?: string[];
  /**
   * Key of the section's entry in `more`. The paragraphs of that entry follow the section's own paragraphs.
   */
  id?: string;
}

interface NumberedProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

export const NumberedSection = ({ number, title, children }: NumberedProps) => (
  <section>
    <h2>
      {number}. {title}
    </h2>
    {children}
  </section>
);

export const Paragraphs = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => <p key={text}>{text}</p>);

export const Points = ({ texts }: { texts: readonly string[] }) => (
  <ul>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

interface SectionsProps {
  readonly sections: readonly TextSection[];
  /** Further paragraphs by the `id` of their section. */
  readonly more?: Readonly<Record<string, readonly string[]>>;
}

/** Numbered sections of running text. */
export const Sections = ({ sections, more = {} }: SectionsProps) =>
  sections.map(({ id, title, paragraphs, points }, index) => (
    <NumberedSection key={title} number={index + 1} title={title}>
      <Paragraphs texts={paragraphs} />
      {points && <Points texts={points} />}
      <Paragraphs texts={(id !== undefined && ownMember(more, id)) || []} />
    </NumberedSection>
  ));
