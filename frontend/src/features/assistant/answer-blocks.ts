/** A paragraph or a list found in a plain-text answer. */
export type Block =
  | { readonly kind: 'text' | 'bullets'; readonly lines: readonly string[] }
  /** `start` is the number of the first item in the text. */
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

/**
 * Splits an answer into blocks. Consecutive lines of the same kind form one block. An empty line ends a
 * block.
 */
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
