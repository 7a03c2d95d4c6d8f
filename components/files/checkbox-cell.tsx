// biome-ignore-all lint/a11y/noLabelWithoutControl: the box within has a name of its own
// biome-ignore-all lint/a11y/useKeyWithClickEvents: nothing is done here, only kept from the row
'use client';
import type { ComponentProps } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';

/** A box that fills its cell: a click beside it ticks it too, and does not choose its row alone. */
export function CheckboxCell(props: ComponentProps<typeof Checkbox>) {
  return (
    <label
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      className="flex h-full cursor-pointer items-center justify-center noscript:invisible"
    >
      <Checkbox {...props} />
    </label>
  );
}
