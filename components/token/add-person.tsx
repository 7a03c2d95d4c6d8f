'use client';
import { useState } from 'react';
import { checkAddress } from '#lib/wallet/check-address.ts';
import { AddressInput } from '../core/people/address-input.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

/** Finds somebody by name and adds the address: as everywhere, a name only suggests one. */
export function AddPerson({ onAdd }: { onAdd: (address: string) => void }) {
  const [value, setValue] = useState('');
  function add() {
    onAdd(value.trim());
    setValue('');
  }
  return (
    <Field label="Find somebody by name">
      {(field) => (
        <div className="flex items-start gap-2">
          <AddressInput {...field} value={value} onValue={setValue} />
          <Button disabled={typeof checkAddress(value) !== 'string'} onClick={add}>
            Add
          </Button>
        </div>
      )}
    </Field>
  );
}
