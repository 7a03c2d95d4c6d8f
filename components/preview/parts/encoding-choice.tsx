'use client';
import { type Encoding, encodings, isEncoding } from '@labroom/formats/text/encodings';
import { useId } from 'react';
import { Select } from '#components/ui/select.tsx';
import type { ViewProps } from './view-props.ts';

interface EncodingChoiceProps extends ViewProps {
  encoding: Encoding;
  isGuessed: boolean;
}

/** In what encoding a text was read, whether that is a guess, and the choice of another. */
export function EncodingChoice({ encoding, isGuessed, view, onView }: EncodingChoiceProps) {
  const id = useId();
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id}>Read as</label>
      <Select
        id={id}
        value={encoding}
        onChange={({ target: { value } }) => isEncoding(value) && onView({ ...view, encoding: value })}
      >
        {Object.entries(encodings).map(([label, name]) => (
          <option key={label} value={label}>
            {label === encoding && isGuessed ? `${name}, guessed` : name}
          </option>
        ))}
      </Select>
    </span>
  );
}
