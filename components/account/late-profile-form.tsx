'use client';
import { late } from '../ui/late.tsx';

/** The form of the profile, with its code loaded after the page. */
export const ProfileForm = late(async () => (await import('./profile-form.tsx')).ProfileForm, {
  loading: <div className="h-96" />,
});
