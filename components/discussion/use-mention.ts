'use client';
import { useMemo } from 'react';
import { useBrowserNames } from '#lib/people/names.ts';
import { useKnownPeople } from '../core/people/people-provider.tsx';
import { shortHex } from '../ui/short-hex.ts';

export interface MentionChoice {
  address: string;
  text: string;
}

const most = 5;
const typed = /(^|[\s(])@([^\s@]{0,42})$/u;

/** The `@…` before the caret, without the sign; `null` if there is none or it is complete. */
export function typedMention(text: string, caret: number): string | null {
  const found = typed.exec(text.slice(0, caret));
  const part = found?.[2] ?? null;
  return part === null || /^0x[0-9a-f]{40}$/i.test(part) ? null : part;
}

/** Replaces the `@…` before the caret by an address. Returns the text and the caret behind it. */
export function withMention(text: string, caret: number, address: string): [text: string, caret: number] {
  const part = typedMention(text, caret) ?? '';
  const before = text.slice(0, caret - part.length) + address;
  const after = text.slice(caret);
  const space = after.startsWith(' ') ? '' : ' ';
  return [before + space + after, before.length + 1];
}

/** Members, labels and known names that match what was typed after `@`; all members first for nothing. */
export function useMentionChoices(part: string | null, members: readonly string[]): MentionChoice[] {
  const { labels, found } = useBrowserNames();
  const known = useKnownPeople();
  return useMemo(() => {
    if (part === null) return [];
    const wanted = part.normalize('NFKC').toLocaleLowerCase();
    const textOf = (address: string) =>
      labels.get(address) ?? known.get(address)?.name ?? found.get(address)?.name ?? shortHex(address);
    const addresses = wanted ? [...members, ...labels.keys(), ...known.keys(), ...found.keys()] : members;
    return [...new Set(addresses)]
      .map((address) => ({ address, text: textOf(address) }))
      .filter(
        ({ address, text }) =>
          address.startsWith(wanted) || text.normalize('NFKC').toLocaleLowerCase().includes(wanted),
      )
      .slice(0, most);
  }, [part, members, labels, known, found]);
}
