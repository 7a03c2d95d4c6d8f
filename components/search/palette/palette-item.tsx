'use client';
import { Command } from 'cmdk';
import type { ReactNode } from 'react';

interface PaletteItemProps {
  icon: ReactNode;
  /** Unique within the palette. */
  value: string;
  name: string;
  /** Secondary text, e.g. the location. */
  beside?: string;
  onSelect: () => void;
}

/** One entry of the command palette. */
export function PaletteItem({ icon, value, name, beside, onSelect }: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded px-3 py-2 text-sm data-[selected=true]:bg-veil"
    >
      <span aria-hidden className="text-ink2 [&_svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {beside && <span className="max-w-[40%] truncate text-ink2">{beside}</span>}
    </Command.Item>
  );
}
