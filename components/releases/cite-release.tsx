import { type CitedFile, citeAsBibtex, citeAsCff, citeAsText } from '@labroom/protocol/citation';
import { CopyButton } from '../ui/copy-button.tsx';

/** Citation of a release in three formats. */
export function CiteRelease({ cited }: { cited: Omit<CitedFile, 'kind'> }) {
  const work: CitedFile = { ...cited, kind: 'release' };
  const formats = {
    'Plain text': citeAsText(work),
    BibTeX: citeAsBibtex(work),
    'CITATION.cff': citeAsCff(work),
  };
  return Object.entries(formats).map(([format, citation], index) => (
    <details key={format} open={index === 0}>
      <summary className="w-fit rounded text-sm text-ink2 hover:text-ink">{format}</summary>
      <div className="mt-2 flex items-start gap-1">
        <pre className="min-w-0 flex-1 rounded border border-line bg-wash p-3 font-mono text-xs break-all whitespace-pre-wrap">
          {citation}
        </pre>
        <CopyButton text={citation} label={`Copy the citation as ${format}`} />
      </div>
    </details>
  ));
}
