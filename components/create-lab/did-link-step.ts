import type { StepState } from '../ui/steps.tsx';
import type { DidLink } from './use-did-link.ts';

/** State and text of the DID linking step. The service links DIDs without any user action. */
export function didLinkStep(link: DidLink | null): { state: StepState; text: string } {
  switch (link?.status) {
    case 'LINKED':
      return { state: 'done', text: 'The DIDs of the lab and of its data room are linked onchain.' };
    case 'SUBMITTED':
      return { state: 'active', text: 'The transaction is sent. Waiting for its block.' };
    case 'FAILED':
      return {
        state: 'failed',
        text: 'Linking failed. The lab works without it, and the operator of this service can try again.',
      };
    default:
      return { state: 'active', text: 'Linking starts on its own. You need to do nothing.' };
  }
}
