'use client';
import { TextareaField, TextField } from '../ui/labelled-fields.tsx';
import type { LabDraft } from './progress-store.ts';

interface NameFieldsProps {
  draft: LabDraft;
  onChange: (draft: LabDraft) => void;
}

/** Asks for the name and description of a lab. Both can be changed later. */
export function NameFields({ draft, onChange }: NameFieldsProps) {
  return (
    <div className="flex flex-col gap-4 text-ink">
      <TextField
        label="Name"
        hint="You can change it later. The web address follows it."
        name="name"
        maxLength={200}
        value={draft.name}
        onValue={(name) => onChange({ ...draft, name })}
      />
      <TextareaField
        label="Description (optional)"
        hint="Everyone can read it. You can use Markdown."
        name="description"
        maxLength={10_000}
        value={draft.description}
        onValue={(description) => onChange({ ...draft, description })}
      />
    </div>
  );
}
