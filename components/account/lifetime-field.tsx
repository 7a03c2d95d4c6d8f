'use client';
import { SelectField } from '../ui/labelled-fields.tsx';

/** Offered lifetimes of service tokens, in the format of the API's `expiresIn`. */
const lifetimes = [
  { value: '1d', name: '1 day' },
  { value: '30d', name: '30 days' },
  { value: '90d', name: '90 days' },
  { value: '1y', name: '1 year' },
] as const;

/** Form field `expiresIn`: how long a service token stays valid. */
export function LifetimeField({ label }: { label: string }) {
  return (
    <SelectField
      label={label}
      hint="At most 1 day if a smart account, such as a Safe, signs."
      name="expiresIn"
      options={lifetimes}
      defaultValue="30d"
    />
  );
}
