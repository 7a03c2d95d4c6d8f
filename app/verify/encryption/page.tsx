import type { Metadata } from 'next';
import { EncryptionCheck } from '#components/files/encryption-check.tsx';

export const metadata: Metadata = {
  title: 'Check the encryption',
  description: 'Runs a published test vector through the code that encrypts files in this browser.',
};

export default function EncryptionPage() {
  return (
    <div className="flex max-w-prose flex-col gap-4">
      <h1 className="text-2xl">Check the encryption</h1>
      <p>
        Files are encrypted in a worker of your browser, with AES-256-GCM under a key of their own. This page
        seals a known text there and opens it with other code, and opens a published test vector whose answer
        is known.
      </p>
      <EncryptionCheck sealedUrl="/verify/encryption/sealed" />
    </div>
  );
}
