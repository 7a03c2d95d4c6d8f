'use client';
import { useId, useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { extractText } from '#lib/upload/extract-text.ts';
import type { DroppedFile } from '../../core/drop/dropped-files.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import type { TextChoice } from './text-choice.ts';

interface SearchableTextProps {
  files: readonly DroppedFile[];
  /** The text of the previous version, which stays where none can be read. */
  former: string;
  /** That of the previous version, as its lab saved it. */
  encoding: string | null | undefined;
  encrypted: boolean;
  /** The drop has public and encrypted files, and these are one kind of them. */
  isPart: boolean;
  value: TextChoice;
  onChange: (value: TextChoice) => void;
}

/** Chooses whether the text inside the files is sent for search, and shows it. */
export function SearchableText(props: SearchableTextProps) {
  const { files, former, encoding, encrypted, isPart, value, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const isOn = encrypted ? value.ofSecretFiles : value.ofPublicFiles;
  const them = files.length === 1 ? 'the file' : 'the files';
  return (
    <div className="flex flex-col gap-2 text-sm">
      <Checkbox
        label={
          <span className="font-medium">
            Searchable text{isPart && (encrypted ? ' of encrypted files' : ' of public files')}
          </span>
        }
        hint={
          encrypted
            ? `The text inside ${them} stays secret unless you turn this on. Then search finds ${them} by it, and everyone can read it.`
            : `Search finds ${them} by the text inside. Your browser reads it from documents, notebooks and texts, and the names of columns from tables.`
        }
        checked={isOn}
        onChange={({ target }) =>
          onChange({ ...value, [encrypted ? 'ofSecretFiles' : 'ofPublicFiles']: target.checked })
        }
      />
      {isOn && encrypted && (
        <Notice kind="warning">
          <strong className="font-medium">Everyone can read this text,</strong> although {them}{' '}
          {files.length === 1 ? 'is' : 'are'} encrypted. Check it before you upload.
        </Notice>
      )}
      {isOn && files.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="pl-6">
          <summary className="w-fit rounded text-ink2 hover:text-ink touch:py-2.5">Show the text</summary>
          {isOpen && (
            <TextOfFiles
              files={files}
              former={former}
              encoding={encoding}
              isSingle={files.length === 1 && !isPart}
              typed={value.typed}
              onType={(typed) => onChange({ ...value, typed })}
            />
          )}
        </details>
      )}
    </div>
  );
}

interface TextOfFilesProps {
  files: readonly DroppedFile[];
  former: string;
  encoding: string | null | undefined;
  isSingle: boolean;
  typed: string | null;
  onType: (typed: string) => void;
}

/** The text of one of the files. That of a single file can be changed. */
function TextOfFiles({ files, former, encoding, isSingle, typed, onType }: TextOfFilesProps) {
  const [shown, setShown] = useState(0);
  const id = useId();
  const chosen = files[shown];
  const { data, isReading } = useRead({
    key: ['text of a file', chosen?.path ?? '', String(chosen?.file.size), String(chosen?.file.lastModified)],
    read: ({ signal }) => (chosen ? extractText(chosen.file, signal, encoding) : null),
  });
  const text = (isSingle ? typed : null) ?? data ?? former;
  return (
    <div className="mt-2 flex flex-col gap-2">
      {!isSingle && (
        <Select
          aria-label="File"
          className="w-full"
          value={shown}
          onChange={({ target }) => setShown(Number(target.value))}
        >
          {files.map(({ path }, index) => (
            <option key={path} value={index}>
              {visibleName(path)}
            </option>
          ))}
        </Select>
      )}
      <Textarea
        aria-label={`Text of ${visibleName(chosen?.path ?? '')}`}
        aria-describedby={id}
        rows={6}
        readOnly={!isSingle || isReading}
        value={isReading ? '' : text}
        onChange={({ target }) => onType(target.value)}
      />
      <p id={id} role="status" className="text-ink2">
        {describe(isReading, data, text)}
      </p>
    </div>
  );
}

function describe(isReading: boolean, read: string | null | undefined, text: string): string {
  if (isReading) return 'Reading the text…';
  if (read === null && text === '') return 'No text can be read from this file.';
  return `${text.length.toLocaleString('en')} characters`;
}
