import type { Metadata } from 'next';
import { EncryptionCheck } from '#components/verify/encryption-check.tsx';

export const metadata: Metadata = {
  title: 'Check the encryption',
  description: 'Runs a published test vector through the code that encrypts files in this browser.',
};

export default function EncryptionPage() {
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <h1 className="text-2xl">Check the encryption</h1>
      <p>
        Your browser encrypts each file with its own AES-256-GCM key, in a worker. This page encrypts a known
        text there, decrypts it with other code, and decrypts a published test vector.
      </p>
      <EncryptionCheck sealedUrl="/verify/encryption/sealed" />
    </div>
  );
}
