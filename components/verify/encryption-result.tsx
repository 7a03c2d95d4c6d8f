'use client';
import { bytesFromBase64 } from '@labroom/client/crypto/base64';
import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import vector from '@labroom/client/crypto/vectors/aes-256-gcm.json' with { type: 'json' };
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '#lib/reading/use-read.ts';

interface EncryptionResultProps {
  sealedUrl: string;
  /** Shown until the check has ended. */
  checking: ReactNode;
}

/**
 * Runs the known-answer test vector through this browser's encryption worker, the code that encrypts and decrypts
 * files.
 */
export function EncryptionResult({ sealedUrl, checking }: EncryptionResultProps) {
  const { data: passed, failure } = useRead({
    key: ['encryption check', sealedUrl],
    read: () => check(sealedUrl).then(() => true),
  });
  if (!passed && !failure) return checking;
  const Icon = passed ? CircleCheck : CircleAlert;
  return (
    <p role="status" className={`flex items-center gap-2 ${passed ? 'text-good' : 'text-bad'}`}>
      <Icon aria-hidden className="size-5" />
      {passed ? 'This browser encrypts and decrypts correctly.' : `The check failed: ${failure?.title}`}
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
