'use client';
import { Check } from 'lucide-react';
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
      <MenuContent align={align}>{children}</MenuContent>
    </DropdownMenu.Root>
  );
}

interface MenuContentProps extends ComponentProps<typeof DropdownMenu.Content> {
  /** Accessible name, if the trigger has none. */
  label?: string;
}

/** The list of a menu whose trigger is elsewhere. */
export function MenuContent({ label, onCloseAutoFocus, ...props }: MenuContentProps) {
  return (
    <DropdownMenu.Content
      sideOffset={4}
      collisionPadding={8}
      {...props}
      onCloseAutoFocus={(event) => {
        // A field or dialog that an item has opened keeps the focus.
        if (document.activeElement !== document.body) event.preventDefault();
        else onCloseAutoFocus?.(event);
      }}
      {...(label && { 'aria-label': label, 'aria-labelledby': undefined })}
      className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded border border-edge bg-sheet p-1"
    />
  );
}

/** The key that does the same, at the end of an item. */
export function MenuKey({ children }: { children: string }) {
  return (
    <kbd aria-hidden className="ml-auto pl-6 font-sans text-xs text-ink2 touch:hidden">
      {children}
    </kbd>
  );
}

const itemClass =
  'flex min-h-8 touch:min-h-10 cursor-pointer items-center gap-2 rounded px-2 py-1 text-sm outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-wash [&_svg]:size-4 [&_svg]:shrink-0';

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
      className={classNames(itemClass, danger ? 'text-bad' : 'text-ink [&_svg]:text-ink2', className)}
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

type MenuCheckProps = Pick<
  ComponentProps<typeof DropdownMenu.CheckboxItem>,
  'checked' | 'onCheckedChange' | 'disabled' | 'className' | 'children'
>;

/** A choice that is on or off. The menu stays open. */
export function MenuCheck({ className, children, ...props }: MenuCheckProps) {
  return (
    <DropdownMenu.CheckboxItem
      {...props}
      onSelect={(event) => event.preventDefault()}
      className={classNames(itemClass, 'relative pl-8', className)}
    >
      <DropdownMenu.ItemIndicator className="absolute left-2">
        <Check aria-hidden />
      </DropdownMenu.ItemIndicator>
      {children}
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 py-1 text-sm text-ink2">{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
