'use client';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';
import { bytesFromBase64 } from '#packages/client/crypto/base64.ts';
import { fileCrypto } from '#packages/client/crypto/crypto-api.ts';
import vector from '../../../packages/client/crypto/vectors/aes-256-gcm.json' with { type: 'json' };

type Outcome = { passed: true } | { passed: false; reason: string };

/**
 * Runs the known-answer test vector through this browser's encryption worker, the code that encrypts and decrypts
 * files.
 */
export function EncryptionCheck({ sealedUrl }: { sealedUrl: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    check(sealedUrl).then(
      () => setOutcome({ passed: true }),
      (error) =>
        setOutcome({ passed: false, reason: error instanceof Error ? error.message : String(error) }),
    );
  }, [sealedUrl]);

  if (!outcome) {
    return (
      <Loading label="Checking">
        <Skeleton className="h-6 w-64" />
      </Loading>
    );
  }
  return (
    <p role="status" className={`flex items-center gap-2 ${outcome.passed ? 'text-good' : 'text-bad'}`}>
      {outcome.passed ? (
        <CircleCheck aria-hidden className="size-5" />
      ) : (
        <CircleAlert aria-hidden className="size-5" />
      )}
      {outcome.passed
        ? 'This browser encrypts and decrypts correctly.'
        : `The check failed: ${outcome.reason}`}
    </p>
  );
}

async function check(sealedUrl: string): Promise<void> {
  const plaintext = new TextEncoder().encode(vector.plaintext);
  const { iv, plaintextHash, ciphertext } = await fileCrypto.encrypt(new Blob([plaintext]), vector.key);

  // Encrypted by the worker, decrypted with Web Crypto directly.
  const key = await crypto.subtle.importKey('raw', bytesFromBase64(vector.key), 'AES-GCM', false, [
    'decrypt',
  ]);
  const algorithm = { name: 'AES-GCM', iv: bytesFromBase64(iv) };
  const opened = await crypto.subtle.decrypt(algorithm, key, await ciphertext.arrayBuffer());
  requireText(new TextDecoder().decode(opened), 'the encrypted text decrypts to another text');

  // Encrypted elsewhere, decrypted by the worker.
  const known = await fileCrypto.decrypt({
    url: sealedUrl,
    contentType: 'text/plain',
    key: vector.key,
    iv: vector.iv,
    plaintextHash,
  });
  requireText(await known.body.text(), 'the test vector decrypts to another text');
}

function requireText(text: string, otherwise: string): void {
  if (text !== vector.plaintext) throw new Error(otherwise);
}
