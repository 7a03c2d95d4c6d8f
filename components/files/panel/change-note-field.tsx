'use client';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/input.tsx';

interface ChangeNoteFieldProps {
  value: string;
  onChange: (value: string) => void;
  encrypted: boolean;
}

/** The note of a version. */
export function ChangeNoteField({ value, onChange, encrypted }: ChangeNoteFieldProps) {
  return (
    <Field
      label="What changed"
      hint={
        encrypted
          ? 'Optional, shown in Versions and the feed. It is not encrypted: everyone can read it.'
          : 'Optional, shown in Versions and the feed.'
      }
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={500}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
