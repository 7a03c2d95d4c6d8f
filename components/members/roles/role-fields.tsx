'use client';
import { utcText } from '#lib/dates/date-text.ts';
import type { GrantableRole } from '#lib/wallet/transactions/roles.ts';
import { AddressInput } from '../../core/people/address-input.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { type Option, SelectField, TextField } from '../../ui/labelled-fields.tsx';
import type { Duration, RoleForm, RoleFormErrors } from './role-form.ts';

const roleChoices: Option<GrantableRole>[] = [
  { value: 'VIEWER', name: 'Viewer: opens the team’s files' },
  { value: 'CONTRIBUTOR', name: 'Contributor: also uploads files' },
];

const durations: Option<Duration>[] = [
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
      <RoleField role={form.role} mayGrant={mayGrant} onRole={(role) => onChange({ role })} />
      <EndFields label="Ends" {...form} error={errors.duration ?? errors.date} onChange={onChange} />
      <Checkbox
        label="This wallet belongs to a software agent"
        hint="Shown beside the name. It has no effect on rights."
        checked={form.isAgent}
        onChange={(event) => onChange({ isAgent: event.target.checked })}
      />
    </>
  );
}

interface RoleFieldProps {
  role: GrantableRole;
  /** By default both roles. */
  mayGrant?: readonly GrantableRole[];
  onRole: (role: GrantableRole) => void;
}

export function RoleField({ role, mayGrant, onRole }: RoleFieldProps) {
  const options = roleChoices.filter(({ value }) => !mayGrant || mayGrant.includes(value));
  return <SelectField label="Role" options={options} value={role} onValue={onRole} />;
}

interface EndFieldsProps extends Pick<RoleForm, 'duration' | 'date' | 'asked'> {
  label: string;
  error: string | undefined;
  onChange: (part: { duration?: Duration; date?: string }) => void;
}

/** When a role ends. */
export function EndFields({ label, duration, date, asked, error, onChange }: EndFieldsProps) {
  const options: Option<Duration>[] = [
    ...(asked === undefined
      ? []
      : [{ value: 'asked' as const, name: `As asked: ${asked ? utcText(asked, 'date') : 'never'}` }]),
    ...durations,
  ];
  return (
    <>
      <SelectField
        label={label}
        error={duration === 'date' ? undefined : error}
        options={options}
        value={duration}
        onValue={(chosen) => onChange({ duration: chosen })}
      />
      {duration === 'date' && (
        <TextField
          label="Last day"
          error={error}
          hint="In your time zone."
          type="date"
          value={date}
          onValue={(day) => onChange({ date: day })}
        />
      )}
    </>
  );
}
