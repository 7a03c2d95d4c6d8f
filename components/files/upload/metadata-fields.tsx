'use client';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/input.tsx';
import { TokenInput } from './token-input.tsx';

/** Metadata of a file. Everyone can read it, whatever the access level. */
export interface FileMetadata {
  description: string;
  tags: string[];
  categories: string[];
  contentText: string;
}

export const emptyMetadata: FileMetadata = { description: '', tags: [], categories: [], contentText: '' };

interface MetadataFieldsProps {
  value: FileMetadata;
  onChange: (value: FileMetadata) => void;
  /** Offers the searchable text, which applies only to a single file. */
  withContentText: boolean;
  encrypted: boolean;
}

export function MetadataFields({ value, onChange, withContentText, encrypted }: MetadataFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <Field label="Description">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={10_000}
            value={value.description}
            onChange={(event) => onChange({ ...value, description: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tags" hint="Separate with commas.">
          {(control) => (
            <TokenInput {...control} value={value.tags} onChange={(tags) => onChange({ ...value, tags })} />
          )}
        </Field>
        <Field label="Categories" hint="Separate with commas.">
          {(control) => (
            <TokenInput
              {...control}
              value={value.categories}
              onChange={(categories) => onChange({ ...value, categories })}
            />
          )}
        </Field>
      </div>
      {withContentText && (
        <Field
          label="Searchable text"
          hint={
            encrypted
              ? 'Search finds the file by this text. It is not encrypted: everyone can read it.'
              : 'Search finds the file by this text.'
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              value={value.contentText}
              onChange={(event) => onChange({ ...value, contentText: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
