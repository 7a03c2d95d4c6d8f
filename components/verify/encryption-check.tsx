'use client';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Loading } from '#components/ui/skeleton.tsx';

const checking = <Loading label="Checking" className="h-6 w-64" />;
const EncryptionResult = lazyPart(
  () => import('./encryption-result.tsx').then((module) => module.EncryptionResult),
  checking,
);

/** Checks the encryption in this browser. */
export function EncryptionCheck({ sealedUrl }: { sealedUrl: string }) {
  return <EncryptionResult sealedUrl={sealedUrl} checking={checking} />;
}
