import { Fragment } from 'react';
import { answerBlocks, type Block } from './answer-blocks.js';

/** What a model said: text nodes, line breaks and lists, whatever it wrote (rule:answers-are-text). */
export function AnswerText({ text }: { text: string }) {
  // Blocks and lines never move: the text is as it was said.
  return answerBlocks(text).map((block, index) => <AnswerBlock key={index} block={block} />);
}

function AnswerBlock({ block }: { block: Block }) {
  const { kind, lines } = block;
  const items = lines.map((line, index) => <li key={index}>{line}</li>);
  if (kind === 'bullets') return <ul>{items}</ul>;
  if (kind === 'numbers') return <ol start={block.start}>{items}</ol>;
  return (
    <p>
      {lines.map((line, index) => (
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </p>
  );
}
