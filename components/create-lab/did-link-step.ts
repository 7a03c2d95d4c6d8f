import type { StepState } from '../ui/steps.tsx';
import type { DidLink } from './use-did-link.ts';

/** The service links a lab's DIDs by itself: what a person sees of it. */
export function didLinkStep(link: DidLink | null): { state: StepState; words: string } {
  switch (link?.status) {
    case 'LINKED':
      return { state: 'done', words: 'The DIDs of the lab and of its data room are linked onchain.' };
    case 'SUBMITTED':
      return { state: 'active', words: 'Sent to the chain; waiting until it is in a block.' };
    case 'FAILED':
      return {
        state: 'failed',
        words:
          'Linking did not work. The lab works without it; the operator of this service can start it again.',
      };
    default:
      return { state: 'active', words: 'Queued. Nothing for you to do; you can go on.' };
  }
}
