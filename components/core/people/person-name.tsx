'use client';
import { shortHex } from '../../ui/short-hex.ts';
import { usePerson } from './use-person.ts';

/** Label, name or short address alone, for charts, where nothing can be clicked. */
export function PersonName({ value }: { value: string }) {
  const { kind, text, isAmbiguous } = usePerson(value);
  return (
    <span title={value} className="flex min-w-0 gap-1">
      <bdi className={kind === 'address' ? 'truncate font-mono' : 'truncate'}>{text}</bdi>
      {isAmbiguous && (kind === 'name' || kind === 'resolved') && (
        <span className="shrink-0 font-mono">{shortHex(value)}</span>
      )}
    </span>
  );
}
