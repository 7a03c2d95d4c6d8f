import { accessKinds } from '@labroom/marks/access-symbols';
import { AccessBadge } from '../core/access/access-badge.tsx';
import { AccessSymbol } from '../core/access/access-symbol.tsx';
import { LabBanner } from '../core/labs/lab-banner.tsx';
import { LabMark } from '../core/labs/lab-mark.tsx';
import { Face } from '../core/people/face.tsx';
import { Fingerprint } from '../ui/fingerprint.tsx';

const ids = Array.from({ length: 8 }, (_, index) => `0x${(index + 1).toString(16).repeat(64)}`);
const addresses = ids.map((id) => id.slice(0, 42));

export function Marks() {
  return (
    <div className="flex flex-col gap-8">
      <LabBanner oclId={ids[0] ?? ''} />
      <div className="flex flex-wrap gap-4">
        {ids.map((id) => (
          <LabMark key={id} oclId={id} image={null} size="lg" />
        ))}
      </div>
      <div className="flex flex-wrap gap-4">
        {addresses.map((address, index) => (
          <Face key={address} address={address} isAgent={index > 5} size={40} />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-6 text-sm">
        {accessKinds.map((kind) => (
          <span key={kind} className="inline-flex items-center gap-1.5">
            <AccessSymbol kind={kind} /> {kind}
          </span>
        ))}
        <AccessBadge level="ADMIN" publicVersions={[1]} />
      </div>
      <Fingerprint value={ids[3] ?? ''} />
    </div>
  );
}
