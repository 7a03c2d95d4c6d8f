import { CopyButton } from '../ui/copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** What the code is, e.g. "curl example of labs". */
  label: string;
  /** The file of the examples that has the code. */
  file?: string | undefined;
}

/** Code with a copy button. Long lines wrap, so that nothing is cut off. */
export function CodeBlock({ code, label, file }: CodeBlockProps) {
  return (
    <div className="relative rounded bg-wash">
      {file && (
        <a
          href={`/developers/files/${file}`}
          className="block px-4 pt-3 font-mono text-xs text-ink2 hover:text-ink hover:underline"
        >
          {file}
        </a>
      )}
      <pre className="overflow-auto p-4 pr-12 font-mono text-xs whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
      <span className="absolute top-2 right-2 flex">
        <CopyButton text={code} label={`Copy ${label}`} />
      </span>
    </div>
  );
}
