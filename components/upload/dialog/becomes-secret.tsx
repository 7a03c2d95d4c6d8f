'use client';
import type { FileDetail } from '@labroom/client/download/download-api';
import { staysPublic } from '#components/core/access/change-of-access.ts';
import { Notice } from '#components/ui/notice.tsx';
import { visibleName } from '#lib/names/visible-name.ts';

/** What happens to the description, tags and categories of a public file that becomes secret. */
export type FormerMetadata = 'keep' | 'replace';

type PublicFile = Pick<FileDetail, 'description' | 'tags' | 'categories' | 'contentText' | 'versions'>;

/** Whether the file has a description, tags or categories to decide about. */
export function hasMetadata({ description, tags, categories }: PublicFile): boolean {
  return Boolean(description) || tags.length > 0 || categories.length > 0;
}

interface BecomesSecretProps {
  file: PublicFile;
  /** `null`: not chosen yet. */
  value: FormerMetadata | null;
  onChange: (value: FormerMetadata) => void;
}

/** Warns what a secret version leaves public, and asks what to do with the description, tags and categories. */
export function BecomesSecret({ file, value, onChange }: BecomesSecretProps) {
  const versions = (file.versions ?? [])
    .filter(({ accessLevel }) => accessLevel === 'PUBLIC')
    .map(({ version }) => version)
    .reverse();
  const metadata = [file.description, file.tags.join(', '), file.categories.join(', ')].filter(Boolean);
  return (
    <>
      <Notice kind="warning">
        <p>
          <strong className="font-medium">Only the new version is encrypted.</strong> {staysPublic(versions)}{' '}
          To remove {versions.length === 1 ? 'it' : 'them'}, cancel, delete the file, and upload it as a new
          file.
        </p>
        {file.contentText && (
          <p className="mt-2">
            The searchable text of the public version is removed. Turn on the searchable text below to keep
            the file searchable by its text.
          </p>
        )}
      </Notice>
      {hasMetadata(file) && (
        <fieldset className="flex flex-col gap-2 text-sm">
          <legend className="mb-1 font-medium">Current description, tags and categories</legend>
          <p className="line-clamp-3 rounded border border-line bg-wash p-3 text-ink2">
            {visibleName(metadata.join(' · '))}
          </p>
          <Option checked={value === 'keep'} onChoose={() => onChange('keep')}>
            Keep them. Everyone can read them.
          </Option>
          <Option checked={value === 'replace'} onChoose={() => onChange('replace')}>
            Remove them. Only what you enter below is shown.
          </Option>
        </fieldset>
      )}
    </>
  );
}

interface OptionProps {
  checked: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

function Option({ checked, onChoose, children }: OptionProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2 py-1">
      <span className="flex h-5 items-center">
        <input
          type="radio"
          name="former-metadata"
          checked={checked}
          onChange={onChoose}
          className="size-4 accent-acc"
        />
      </span>
      {children}
    </label>
  );
}
