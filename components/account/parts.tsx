'use client';
import { part } from '../ui/part.tsx';

/** The form of the profile, with its code loaded after the page. */
export const ProfileForm = part(async () => (await import('./profile-form.tsx')).ProfileForm, {
  loading: <div className="h-96" />,
});
