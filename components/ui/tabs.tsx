'use client';
import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  /** Names the set of tabs for screen readers. */
  label: string;
  tabs: Tab[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
}

/** Tabs within a page. For views with their own URL, use links. */
export function Tabs({ label, tabs, defaultValue = tabs[0]?.value ?? '', ...state }: TabsProps) {
  return (
    <Primitive.Root defaultValue={defaultValue} {...state}>
      <div className="border-b border-line">
        {/* A scroll container clips overflow, so the focus ring lies within the tab. */}
        <Primitive.List aria-label={label} className="-mx-1 -mb-px flex gap-4 overflow-x-auto">
          {tabs.map((tab) => (
            <Primitive.Trigger
              key={tab.value}
              value={tab.value}
              className="group rounded-t-sm px-1 text-sm whitespace-nowrap text-ink2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:font-semibold data-[state=active]:text-ink"
            >
              <span className="block border-b-2 border-unseen py-2 touch:py-2.5 group-data-[state=active]:border-acc">
                {tab.label}
              </span>
            </Primitive.Trigger>
          ))}
        </Primitive.List>
      </div>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
