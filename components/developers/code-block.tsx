import { CopyButton } from '../ui/copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** What the code is, e.g. "curl example of labs". */
  label: string;
}

/** Code with a copy button. Long lines wrap, so that nothing is cut off. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <div className="relative rounded bg-wash">
      <pre className="overflow-auto p-4 pr-12 font-mono text-xs whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
      <span className="absolute top-2 right-2 flex">
        <CopyButton text={code} label={`Copy the ${label}`} />
      </span>
    </div>
  );
}
