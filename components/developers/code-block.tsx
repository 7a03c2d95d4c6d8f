import { colourCode } from '@labroom/formats/code/colour-code';
import { languageOf } from '@labroom/formats/code/languages';
import { CodeText } from '#components/preview/code/coloured-line.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** What the code is, e.g. "curl example of labs". */
  label: string;
  /** The file of the examples that has the code. */
  file?: string | undefined;
  /** Of the code, as Markdown has it, e.g. "ts". It is coloured if it is known. */
  language: string;
}

/** Code with a copy button, coloured by the server. Long lines wrap, so that nothing is cut off. */
export async function CodeBlock({ code, label, file, language: name }: CodeBlockProps) {
  const language = languageOf(name);
  const [lines = null] = language ? await colourCode(new Blob([JSON.stringify([code])]), { language }) : [];
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
        <code>
          <CodeText text={code} lines={lines} />
        </code>
      </pre>
      <span className="absolute top-2 right-2 flex">
        <CopyButton text={code} label={`Copy ${label}`} />
      </span>
    </div>
  );
}
