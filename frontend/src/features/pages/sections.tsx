export interface TextSection {
  title: string;
  paragraphs: string[];
  points?: string[];
}

/** Numbered sections of running text. */
export function Sections({ sections }: { sections: readonly TextSection[] }) {
  return (
    <>
      {sections.map((section, index) => (
        <section key={section.title}>
          <h2>
            {index + 1}. {section.title}
          </h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {section.points && (
            <ul>
              {section.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  );
}
