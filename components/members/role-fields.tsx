'use client';
import { neutralTime } from '#lib/stable-date.ts';
import type { GrantableRole } from '#lib/wallet/transactions/roles.ts';
import { AddressInput } from '../people/address-input.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import type { Duration, RoleForm, RoleFormErrors } from './role-form.ts';

export const roleChoices: { value: GrantableRole; name: string }[] = [
  { value: 'VIEWER', name: 'Viewer: opens the team’s files' },
  { value: 'CONTRIBUTOR', name: 'Contributor: also uploads files' },
];

export const durations: { value: Duration; name: string }[] = [
  { value: '7', name: '7 days from now' },
  { value: '30', name: '30 days from now' },
  { value: '90', name: '90 days from now' },
  { value: '365', name: '1 year from now' },
  { value: 'date', name: 'At the end of a day' },
  { value: 'never', name: 'Never' },
];

interface RoleFieldsProps {
  form: RoleForm;
  errors: RoleFormErrors;
  mayGrant: readonly GrantableRole[];
  accountFixed: boolean;
  onChange: (part: Partial<RoleForm>) => void;
}

export function RoleFields({ form, errors, mayGrant, accountFixed, onChange }: RoleFieldsProps) {
  return (
    <>
      <Field label="Wallet address" error={errors.account}>
        {(control) => (
          <AddressInput
            {...control}
            value={form.account}
            readOnly={accountFixed}
            onValue={(account) => onChange({ account })}
          />
        )}
      </Field>
      <Field label="Role">
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={form.role}
            onChange={(event) => onChange({ role: event.target.value as GrantableRole })}
          >
            {roleChoices
              .filter(({ value }) => mayGrant.includes(value))
              .map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
          </Select>
        )}
      </Field>
      <Field label="Ends" error={errors.duration ?? (form.duration === 'asked' ? errors.date : undefined)}>
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={form.duration}
            onChange={(event) => onChange({ duration: event.target.value as Duration })}
          >
            {form.asked !== undefined && (
              <option value="asked">
                As asked: {form.asked ? neutralTime(form.asked, 'date') : 'never'}
              </option>
            )}
            {durations.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {form.duration === 'date' && (
        <Field label="Last day" error={errors.date} hint="In your time zone.">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={form.date}
              onChange={(event) => onChange({ date: event.target.value })}
            />
          )}
        </Field>
      )}
      <Checkbox
        label="This wallet belongs to a software agent"
        hint="Shown beside the name. It has no effect on rights."
        checked={form.isAgent}
        onChange={(event) => onChange({ isAgent: event.target.checked })}
      />
    </>
  );
}
