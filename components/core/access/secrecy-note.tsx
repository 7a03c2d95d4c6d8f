import { Notice } from '#components/ui/notice.tsx';
import { TextLink } from '#components/ui/text-link.tsx';

/** Details of an encrypted file that stay public. */
export const publicDetails =
  'File and folder names, type, exact size, tags, categories, description, searchable text, who uploaded it and when.';

/** What encryption hides, and what it does not. */
export function SecrecyNote() {
  return (
    <Notice kind="warning">
      <p>
        <strong className="font-medium">Only the content is encrypted.</strong> Everyone can read this:{' '}
        {publicDetails} The hash of the content is shown only to people who can open the file; the hash of the
        encrypted bytes is public.
      </p>
      <details className="mt-2">
        <summary className="underline underline-offset-2">Who keeps the key?</summary>
        <p className="mt-1">
          Your browser encrypts with a key that the service makes for this file and keeps. The service gives
          it only to wallets that meet the conditions on the chain at that moment, and records each time. The
          operator of the service could read the file, so you trust the operator not to look.{' '}
          <TextLink href="/how-it-works#operator">What the operator can see</TextLink>
        </p>
      </details>
    </Notice>
  );
}
