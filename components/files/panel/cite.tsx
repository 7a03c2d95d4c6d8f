'use client';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { type CitedFile, citeAsBibtex, citeAsCff, citeAsText } from '@labroom/protocol/citation';
import { useState } from 'react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Select } from '#components/ui/select.tsx';
import { filePath } from '#lib/api/lab-reference.ts';

const formats = {
  text: { name: 'Plain text', cite: citeAsText },
  bibtex: { name: 'BibTeX', cite: citeAsBibtex },
  cff: { name: 'CITATION.cff', cite: citeAsCff },
} satisfies Record<string, { name: string; cite: (file: CitedFile) => string }>;

type Format = keyof typeof formats;

/** Citation of one version by DID and hash, which always identify the same bytes. */
export function Cite({ version }: { version: FileVersion }) {
  const { lab } = useDataRoom();
  const [format, setFormat] = useState<Format>('text');
  const url = `${window.location.origin}${filePath(lab.shortname, version.path, version.version)}`;
  const citation = formats[format].cite({ ...version, labName: lab.name, url });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <Select
          aria-label="Format"
          value={format}
          onChange={({ target }) => setFormat(target.value as Format)}
        >
          {Object.entries(formats).map(([key, { name }]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
        <CopyButton text={citation} label="Copy the citation" />
      </div>
      <pre className="overflow-x-auto rounded border border-line bg-wash p-3 font-mono text-xs break-all whitespace-pre-wrap">
        {citation}
      </pre>
    </div>
  );
}
