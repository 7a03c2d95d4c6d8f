'use client';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';

/** A newly issued token or credential, as the service returned it. */
export interface FreshToken {
  /** What it is; a token by default. */
  name?: 'token' | 'credential';
  token: string;
  tokenId: string | null;
  expiresAt: string | null;
}

/** Shows a token or credential to copy. It cannot be shown again later. */
export function ShownOnceToken({
  name = 'token',
  token,
  tokenId,
  expiresAt,
  onCopied,
}: FreshToken & { onCopied(): void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice kind="success">Your {name} is ready. Copy it now: it is not shown again.</Notice>
      <DefinitionList>
        <Definition term={name === 'token' ? 'Token' : 'Credential'}>
          <span className="flex items-start gap-1">
            <code className="min-w-0 rounded bg-wash p-2 font-mono break-all">{token}</code>
            <CopyButton text={token} label={`Copy the ${name}`} />
          </span>
        </Definition>
        {tokenId && (
          <Definition term="Token id">
            <code className="font-mono">{tokenId}</code>
            <CopyButton text={tokenId} label="Copy the token id" />
          </Definition>
        )}
        {expiresAt && (
          <Definition term="Valid until">
            <Time value={expiresAt} />
          </Definition>
        )}
      </DefinitionList>
      <Button onClick={onCopied} className="self-start">
        I have copied it
      </Button>
    </div>
  );
}
