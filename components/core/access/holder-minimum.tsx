'use client';
import { TextField } from '#components/ui/labelled-fields.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Access } from './use-access.ts';

/** The number of the lab's tokens that a holder needs to open the file. */
export function HolderMinimum({ access }: { access: Access }) {
  const { token, minimum, setMinimum, minimumError } = access;
  if (!token) return <Skeleton className="h-16" />;
  return (
    <TextField
      label={`Minimum balance of a holder, in ${token.symbol}`}
      hint="The team needs no balance. “Change access…” changes the amount later."
      error={minimumError}
      inputMode="decimal"
      autoComplete="off"
      value={minimum}
      className="tabular max-w-64"
      onValue={setMinimum}
    />
  );
}
