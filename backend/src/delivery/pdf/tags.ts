/**
 * An element of the document's structure (ISO 32000-1, 14.8.4), for whoever listens to it or takes it apart. A content
 * node names it as `tag`; what names none is no part of the text: lines, ornaments, feet of pages.
 */
export interface Tag {
  readonly type:
    | 'H1'
    | 'H2'
    | 'P'
    | 'BlockQuote'
    | 'L'
    | 'LI'
    | 'Lbl'
    | 'LBody'
    | 'Table'
    | 'TR'
    | 'TH'
    | 'TD'
    | 'Figure';
  /** The document itself by default. */
  readonly parent?: Tag;
  /** What a picture shows. */
  readonly alt?: string;
  /** What a heading of a table is the heading of. */
  readonly scope?: 'Column' | 'Row';
}

export interface Tagged {
  readonly tag?: Tag;
}

/** Of a content node that the renderer's types know no `tag` of. */
export const tagged = (tag: Tag): object => ({ tag });
