/** A paragraph or a list of what was said as plain text. */
export type Block =
  | { readonly kind: 'text' | 'bullets'; readonly lines: readonly string[] }
  /** Begins to count where the text did. */
  | { readonly kind: 'numbers'; readonly lines: readonly string[]; readonly start: number };

const BULLET = /^\s*[-*•–]\s+(?=\S)/;
const NUMBER = /^\s*(\d{1,3})[.)]\s+(?=\S)/;

function blockOf(line: string): Block {
  const number = NUMBER.exec(line);
  if (number !== null)
    return { kind: 'numbers', lines: [line.replace(NUMBER, '')], start: Number(number[1]) };
  return BULLET.test(line)
    ? { kind: 'bullets', lines: [line.replace(BULLET, '')] }
    : { kind: 'text', lines: [line] };
}

/** Lines of one kind that follow each other are one block; an empty line ends one. */
export function answerBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      isOpen = false;
      continue;
    }
    const block = blockOf(line);
    const last = blocks.at(-1);
    if (isOpen && last?.kind === block.kind)
      blocks[blocks.length - 1] = { ...last, lines: [...last.lines, ...block.lines] };
    else blocks.push(block);
    isOpen = true;
  }
  return blocks;
}
