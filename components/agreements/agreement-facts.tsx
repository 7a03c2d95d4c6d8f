import { ShieldCheck } from 'lucide-react';
import type { Agreement } from '#lib/agreements/agreement.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** Facts of an agreement, and the metadata of a token that names it. */
export function AgreementFacts({ agreement }: { agreement: Agreement }) {
  const { key, url, contentHash, document } = agreement;
  const { lab, token, network } = document;
  return (
    <DefinitionList>
      <Definition term="Lab">
        <TextLink href={labPath(lab.oclId)}>Lab #{lab.labId}</TextLink>
        {lab.title !== null && <span className="block break-words">{lab.title}</span>}
      </Definition>
      <Definition term="Chain">
        {network.name} ({network.chainId})
      </Definition>
      <Definition term="Token symbol">
        <Copyable text={token.symbol} label="Copy the symbol" />
      </Definition>
      <Definition term="Key">
        <Copyable text={key} label="Copy the key" />
      </Definition>
      <Definition term="SHA-256 of the document">
        <Copyable text={contentHash} label="Copy the hash" />
        <span className="mt-1 flex items-center gap-1 text-good">
          <ShieldCheck aria-hidden className="size-4 shrink-0" /> Computed just now; it matches the key.
        </span>
      </Definition>
      <Definition term="Document">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="text-acc underline decoration-1 underline-offset-2 hover:text-ink"
        >
          Stored document (JSON)
        </a>
      </Definition>
    </DefinitionList>
  );
}

function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 font-mono break-all">{text}</span>
      <CopyButton text={text} label={label} className="-mt-0.5" />
    </span>
  );
}
