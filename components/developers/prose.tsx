/** A text of the schema: what stands in backticks is code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text keep their places
      <code key={index} className="font-mono text-[0.925em]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
