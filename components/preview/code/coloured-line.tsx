import type { ModelOf } from '@labroom/formats/models';
import { TextInPieces } from '#components/ui/text-in-pieces.tsx';

export type CodeLine = ModelOf<'code'>[number][number];
type TokenKind = Exclude<CodeLine[number], string>[0];

const CLASSES: Readonly<Record<TokenKind, string>> = {
  comment: 'text-ink2 italic',
  keyword: 'text-acc',
  string: 'text-good',
  number: 'text-warn',
  name: 'font-semibold',
};

export function ColouredLine({ line }: { line: CodeLine }) {
  return line.map((token, index) =>
    typeof token === 'string' ? (
      token
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
      <span key={index} className={CLASSES[token[0]]}>
        {token[1]}
      </span>
    ),
  );
}

/** Code, in colours if they are known. */
export function CodeText({ text, lines }: { text: string; lines: readonly CodeLine[] | null }) {
  if (!lines) return <TextInPieces text={text} />;
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
    <span key={index}>
      <ColouredLine line={line} />
      {index < lines.length - 1 && '\n'}
    </span>
  ));
}
