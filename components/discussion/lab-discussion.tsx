'use client';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Loading } from '../ui/skeleton.tsx';

/** The discussions of a lab itself. Its code and its comments are loaded after the page. */
export const LabDiscussion = lazyPart(
  () => import('./shown-lab-discussion.tsx').then((module) => module.ShownLabDiscussion),
  <Loading label="Loading the discussion" className="h-24 w-full" />,
);
