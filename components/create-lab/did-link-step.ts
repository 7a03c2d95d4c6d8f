import type { StepState } from '../ui/steps.tsx';
import type { DidLink } from './use-did-link.ts';

/** The service links a lab's DIDs by itself: what a person sees of it. */
export function didLinkStep(link: DidLink | null): { state: StepState; words: string } {
  switch (link?.status) {
    case 'LINKED':
      return { state: 'done', words: 'The DIDs of the lab and of its data room are linked onchain.' };
    case 'SUBMITTED':
      return { state: 'active', words: 'Sent to the chain. Waiting for the block.' };
    case 'FAILED':
      return {
        state: 'failed',
        words: 'Linking failed. The lab works without it; the operator of this service can restart it.',
      };
    default:
      return { state: 'active', words: 'Queued. No action needed.' };
  }
}
