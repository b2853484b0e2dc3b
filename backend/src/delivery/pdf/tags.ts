/**
 * An element of the document's structure (ISO 32000-1, 14.8.4), for screen readers and programs that extract
 * content. A content node refers to it in `tag`. A node without a tag is not part of the text: lines,
 * ornaments, page footers.
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
  /** The element above this one; by default the document itself. */
  readonly parent?: Tag;
  /** Alternative text of a picture. */
  readonly alt?: string;
  /** The cells that a table heading describes. */
  readonly scope?: 'Column' | 'Row';
}

export interface Tagged {
  readonly tag?: Tag;
}

/** Adds a tag to content nodes whose types in the renderer lack `tag`. */
export const tagged = (tag: Tag): object => ({ tag });
