'use client';
import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { checkStoredHash } from '@labroom/client/download/open-file';
import { CircleCheck, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { downloadApi } from '#lib/download/browser-download-api.ts';

type Check = 'idle' | 'running' | 'matches' | { differs: string } | { failed: string };

/** Downloads the stored bytes, hashes them in the browser and compares. Needs no wallet, even for encrypted files. */
export function HashCheck({ version }: { version: FileVersion }) {
  const [check, setCheck] = useState<Check>('idle');

  async function run() {
    setCheck('running');
    try {
      const ports = { api: downloadApi, crypto: fileCrypto };
      const { matches, actual } = await checkStoredHash(ports, version, {
        signal: new AbortController().signal,
      });
      setCheck(matches ? 'matches' : { differs: actual });
    } catch (error) {
      setCheck({ failed: error instanceof Error ? error.message : 'The check could not run. Try again.' });
    }
  }

  if (check === 'matches') {
    return (
      <p role="status" className="flex items-center gap-1 text-sm text-good">
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        The stored file matches this hash
      </p>
    );
  }
  return (
    <div className="flex flex-col items-start gap-1 text-sm">
      <Button size="sm" busy={check === 'running'} onClick={run}>
        <ShieldCheck aria-hidden className="size-4" />
        Check in this browser
      </Button>
      {typeof check === 'object' && (
        <p role="alert" className="flex items-start gap-1 break-all text-bad">
          <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {'differs' in check
            ? `The stored file has another hash: ${check.differs}. Do not trust it.`
            : check.failed}
        </p>
      )}
    </div>
  );
}
