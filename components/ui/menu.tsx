'use client';
import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface MenuProps {
  /** One focusable element, e.g. a `Button`. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}

/**
 * A button that opens a list of actions, with arrow keys, typeahead and Escape. The list stays in the button's
 * landmark.
 */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded border border-edge bg-sheet p-1"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps extends ComponentProps<typeof DropdownMenu.Item> {
  icon?: ReactNode;
  danger?: boolean;
}

/** With `asChild` the single child is the item, e.g. a link. */
export function MenuItem({ icon, danger = false, className, children, asChild, ...props }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      {...props}
      {...(asChild ? { asChild } : {})}
      className={classNames(
        'flex min-h-8 touch:min-h-10 cursor-pointer items-center gap-2 rounded px-2 py-1 text-sm outline-none',
        'data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-wash [&_svg]:size-4 [&_svg]:shrink-0',
        danger ? 'text-bad' : 'text-ink [&_svg]:text-ink2',
        className,
      )}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 py-1 text-sm text-ink2">{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
