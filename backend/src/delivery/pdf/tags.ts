/**
 * An element of the document's structure (ISO 32000-1, 14.8.4), for screen readers and programs that extract
 * content. A content node names it as `tag`; a node without one is not part of the text: lines, ornaments,
 * page footers.
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
  /** Alternative text of a picture. */
  readonly alt?: string;
  /** The cells that a table heading describes. */
  readonly scope?: 'Column' | 'Row';
}

export interface Tagged {
  readonly tag?: Tag;
}

/** For content nodes whose types in the renderer have no `tag`. */
export const tagged = (tag: Tag): object => ({ tag });
