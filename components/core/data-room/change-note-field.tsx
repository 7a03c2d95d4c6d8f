'use client';
import { TextareaField } from '#components/ui/labelled-fields.tsx';

interface ChangeNoteFieldProps {
  value: string;
  onChange: (value: string) => void;
  encrypted: boolean;
}

/** The note of a version. */
export function ChangeNoteField({ value, onChange, encrypted }: ChangeNoteFieldProps) {
  return (
    <TextareaField
      label="What changed"
      hint={
        encrypted
          ? 'Optional, shown in Versions and the feed. It is not encrypted: everyone can read it.'
          : 'Optional, shown in Versions and the feed.'
      }
      rows={2}
      maxLength={500}
      value={value}
      onValue={onChange}
    />
  );
}
