'use client';
import type { ComponentProps } from 'react';
import { useIdentity } from '#lib/session/session-context.tsx';
import { SignInPrompt } from '../core/wallet/sign-in-prompt.tsx';
import { part } from '../ui/part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const SettingsForms = part(async () => (await import('./settings-forms.tsx')).SettingsForms, {
  loading: <Skeleton className="h-96" />,
});

/** Settings that only owners change or read. Loaded only for signed-in users. */
export function OwnerSettings(props: ComponentProps<typeof SettingsForms>) {
  if (useIdentity().kind !== 'signed-in') return <SignInPrompt purpose="to change the lab’s settings" />;
  return <SettingsForms {...props} />;
}
