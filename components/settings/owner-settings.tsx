'use client';
import { SignInPrompt } from '#components/core/wallet/sign-in-prompt.tsx';
import { useIdentity } from '#lib/session/session-context.tsx';
import { late } from '../ui/late.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { LabDisplay } from './lab-display.ts';

const SettingsForms = late(() => import('./settings-forms.tsx').then((module) => module.SettingsForms), {
  loading: <Skeleton className="h-96" />,
});

/** Settings that only owners change or read. Loaded only for signed-in users. */
export function OwnerSettings({ lab }: { lab: LabDisplay }) {
  if (useIdentity().kind !== 'signed-in') return <SignInPrompt purpose="to change the lab’s settings" />;
  return <SettingsForms lab={lab} />;
}
