'use client';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

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
    <Field label={label} hint="At most 1 day if a smart account, such as a Safe, signs.">
      {(control) => (
        <Select {...control} name="expiresIn" defaultValue="30d" className="w-full">
          {lifetimes.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
