'use client';
import dynamic from 'next/dynamic';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

// Brings the code that reads the chain; only who asks for a check loads it.
const Checks = dynamic(() => import('./checks.tsx').then((module) => module.Checks), {
  ssr: false,
  loading: () => (
    <Loading label="Loading">
      <Skeleton className="h-40 w-full" />
    </Loading>
  ),
});

interface TokenizationCheckProps {
  /** What the URL asks for. */
  subject: string | null;
  storageUrl: string;
}

/** Whether a lab's token, agreement, terms and signature belong together; a plain GET form, so that it can be linked. */
export function TokenizationCheck({ subject, storageUrl }: TokenizationCheckProps) {
  return (
    <div className="flex flex-col gap-6">
      <form action="/verify" className="flex flex-col items-start gap-4">
        <div className="w-full">
          <Field label="Lab or token" hint="Short name, oclId, #number of the lab, or address of its token.">
            {(control) => (
              <Input
                {...control}
                key={subject}
                name="lab"
                defaultValue={subject ?? ''}
                required
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="primary">
          Verify
        </Button>
      </form>
      {subject !== null && <Checks key={subject} subject={subject} storageUrl={storageUrl} />}
    </div>
  );
}
