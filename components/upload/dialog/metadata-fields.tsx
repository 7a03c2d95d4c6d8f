'use client';
import { FileLabelsDocument } from '@labroom/client/documents';
import { Field } from '#components/ui/field.tsx';
import { TextareaField } from '#components/ui/labelled-fields.tsx';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { TokenInput } from './token-input.tsx';

/** Metadata of a file. Everyone can read it, whatever the access level. */
export interface FileMetadata {
  description: string;
  tags: string[];
  categories: string[];
}

export const emptyMetadata: FileMetadata = { description: '', tags: [], categories: [] };

interface MetadataFieldsProps {
  value: FileMetadata;
  onChange: (value: FileMetadata) => void;
}

export function MetadataFields({ value, onChange }: MetadataFieldsProps) {
  const { data } = useApiQuery(FileLabelsDocument, {});
  const catalogue = data?.fileCategoriesAndTags.data ?? [];
  const chosen = catalogue.filter(({ name }) => value.categories.includes(name));
  const tags = [...new Set((chosen.length > 0 ? chosen : catalogue).flatMap((category) => category.tags))];
  return (
    <div className="flex flex-col gap-4">
      <TextareaField
        label="Description"
        rows={2}
        maxLength={10_000}
        value={value.description}
        onValue={(description) => onChange({ ...value, description })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tags" hint="Separate with commas.">
          {(control) => (
            <TokenInput
              {...control}
              value={value.tags}
              onChange={(tags) => onChange({ ...value, tags })}
              suggestions={tags}
            />
          )}
        </Field>
        <Field label="Categories" hint="Separate with commas.">
          {(control) => (
            <TokenInput
              {...control}
              value={value.categories}
              onChange={(categories) => onChange({ ...value, categories })}
              suggestions={catalogue.map(({ name }) => name)}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
