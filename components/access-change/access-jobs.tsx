'use client';
import { useEffect, useState } from 'react';
import { labsWithStoredJobs, onJob } from '#lib/access-change/job-signal.ts';
import { BelowHeader } from '../ui/below-header.tsx';
import { part } from '../ui/part.tsx';

const AccessJobNotice = part(async () => (await import('./access-job-notice.tsx')).AccessJobNotice);

/** Changes of access that run or wait in this browser, below the header of every page. */
export function AccessJobs() {
  const [labs, setLabs] = useState<readonly string[]>([]);
  useEffect(() => {
    setLabs(labsWithStoredJobs());
    return onJob((oclId) => setLabs((now) => [...new Set([...now, oclId])]));
  }, []);
  return (
    <BelowHeader>
      {labs.map((oclId) => (
        <AccessJobNotice
          key={oclId}
          oclId={oclId}
          onClose={() => setLabs((now) => now.filter((lab) => lab !== oclId))}
        />
      ))}
    </BelowHeader>
  );
}
