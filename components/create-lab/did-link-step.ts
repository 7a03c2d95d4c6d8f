import type { StepState } from '../ui/steps.tsx';
import type { DidLink } from './use-did-link.ts';

/** State and text of the DID linking step. The service links DIDs without any user action. */
export function didLinkStep(link: DidLink | null): { state: StepState; text: string } {
  switch (link?.status) {
    case 'LINKED':
      return { state: 'done', text: 'The DIDs of the lab and of its data room are linked onchain.' };
    case 'SUBMITTED':
      return { state: 'active', text: 'Sent to the chain. Waiting for the block.' };
    case 'FAILED':
      return {
        state: 'failed',
        text: 'Linking failed. The lab works without it; the operator of this service can restart it.',
      };
    default:
      return { state: 'active', text: 'Queued. No action needed.' };
  }
}
