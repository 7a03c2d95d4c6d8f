import { CopyButton } from '../ui/copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** What the code is, e.g. "curl example of labs". */
  label: string;
}

/** Code with a copy button. Long lines wrap, so that nothing is cut off. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <div className="relative rounded border border-line bg-wash">
      <pre className="overflow-auto p-4 pr-12 font-mono text-sm whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={`Copy the ${label}`} className="absolute top-3 right-3 bg-wash" />
    </div>
  );
}
