'use client';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Access } from './use-access.ts';

/** The number of the lab's tokens that a holder needs to open the file. */
export function HolderMinimum({ access }: { access: Access }) {
  const { token, minimum, setMinimum, minimumError } = access;
  if (!token) return <Skeleton className="h-16" />;
  return (
    <Field
      label={`Minimum balance of a holder, in ${token.symbol}`}
      hint="The team needs no balance. “Change access…” changes the amount later."
      error={minimumError}
    >
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          value={minimum}
          className="tabular max-w-64"
          onChange={(event) => setMinimum(event.target.value)}
        />
      )}
    </Field>
  );
}
