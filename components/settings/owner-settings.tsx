'use client';
import type { ComponentProps } from 'react';
import { useIdentity } from '#lib/session/session-context.tsx';
import { SignInPrompt } from '../core/wallet/sign-in-prompt.tsx';
import { part } from '../ui/part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { WillHold } from '../ui/will-hold.tsx';

const SettingsForms = part(async () => (await import('./settings-forms.tsx')).SettingsForms, {
  loading: <Skeleton className="h-96" />,
});

/** Settings that only owners change or read. Loaded only for signed-in users. */
export function OwnerSettings(props: ComponentProps<typeof SettingsForms>) {
  if (useIdentity().kind !== 'signed-in')
    return (
      <div className="flex flex-col gap-6">
        <SignInPrompt purpose="to change the lab’s settings" />
        <WillHold
          rows={[
            ['Name, description and website', 'everybody sees them'],
            ['The picture of the lab', 'instead of the drawn one'],
            ['Who was given keys of files, and when', 'for owners'],
            ['Programs that are told what happens', 'webhooks'],
            ['A lock of the lab’s account', 'before a sale'],
          ]}
        />
      </div>
    );
  return <SettingsForms {...props} />;
}
