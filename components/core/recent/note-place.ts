import { type RecentFile, type RecentLab, remember } from '#lib/recent/recent-places.ts';
import { visit } from '#lib/windows/last-visit.ts';
import { visitOfLab } from './visit-of-lab.ts';

export interface Place {
  lab: RecentLab;
  file?: Pick<RecentFile, 'path' | 'contentType'>;
}

/** Notes in this browser that a wallet opened a lab, or a file of it. */
export function notePlace(wallet: string, place: Place): void {
  remember(wallet, place);
  visit(visitOfLab(wallet, place.lab.oclId));
}
