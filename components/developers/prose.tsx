/** A text of the schema, with its backticks rendered as code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text is fixed, so its parts never move
      <code key={index} className="font-mono text-[0.925em]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
