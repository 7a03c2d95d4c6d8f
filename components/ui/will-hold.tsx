interface WillHoldProps {
  /** What a row says, and what stands at its end. */
  rows: readonly (readonly [string, string])[];
}

/** Faint rows below the words of an empty page: what it will hold. They are examples, and say so. */
export function WillHold({ rows }: WillHoldProps) {
  return (
    <figure className="max-w-prose text-sm text-ink3">
      <figcaption className="border-b border-dashed border-edge pb-2">For example:</figcaption>
      <ul>
        {rows.map(([text, end]) => (
          <li
            key={text}
            className="flex flex-wrap justify-between gap-x-6 border-b border-dashed border-line py-2.5"
          >
            <span>{text}</span>
            <span className="tabular">{end}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
