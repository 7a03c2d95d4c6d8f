'use client';
import { part } from '#components/ui/part.tsx';
import { Loading } from '#components/ui/skeleton.tsx';

const checking = <Loading label="Checking" className="h-6 w-64" />;
const EncryptionResult = part(async () => (await import('./encryption-result.tsx')).EncryptionResult, {
  loading: checking,
});

/** Checks the encryption in this browser. */
export function EncryptionCheck({ sealedUrl }: { sealedUrl: string }) {
  return <EncryptionResult sealedUrl={sealedUrl} checking={checking} />;
}
