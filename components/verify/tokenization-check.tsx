'use client';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/labelled-fields.tsx';
import { part } from '../ui/part.tsx';
import { Loading } from '../ui/skeleton.tsx';

// Includes the chain code, so it is loaded only when a check is requested.
const Checks = part(async () => (await import('./checks.tsx')).Checks, {
  loading: <Loading label="Loading" className="h-40 w-full" />,
});

interface TokenizationCheckProps {
  /** The token or lab in the URL. */
  subject: string | null;
  storageUrl: string;
}

/**
 * Checks whether a lab's token, agreement, terms and signature belong together. The form is a plain GET form, so that
 * its result can be linked.
 */
export function TokenizationCheck({ subject, storageUrl }: TokenizationCheckProps) {
  return (
    <div className="flex flex-col gap-6">
      <form action="/verify" className="flex flex-col items-start gap-4">
        <div className="w-full">
          <TextField
            label="Lab or token"
            hint="Short name, oclId, #number of the lab, or address of its token."
            key={subject}
            name="lab"
            defaultValue={subject ?? ''}
            required
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <Button type="submit" variant="primary">
          Verify
        </Button>
      </form>
      {subject !== null && <Checks key={subject} subject={subject} storageUrl={storageUrl} />}
    </div>
  );
}
