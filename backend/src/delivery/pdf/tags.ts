/**
 * An element of the document's structure (ISO 32000-1, 14.8.4), for screen readers and programs that extract
 * content. A content node refers to its element in `tag`. A node without a tag, such as a line, an ornament
 * or a page footer, is not part of the text.
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

/** Returns the property `tag`, to be added to content nodes whose types in the renderer lack it. */
export const tagged = (tag: Tag): object => ({ tag });
