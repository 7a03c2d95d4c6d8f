'use client';
import { part } from '../ui/part.tsx';
import { Loading } from '../ui/skeleton.tsx';

/** The discussions of a lab itself. Its code and its comments are loaded after the page. */
export const LabDiscussion = part(async () => (await import('./lab-discussion.tsx')).LabDiscussion, {
  loading: <Loading label="Loading the discussion" className="h-24 w-full" />,
});
