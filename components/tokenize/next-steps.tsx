import { labPath } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { Notice } from '../ui/notice.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { LabOfToken } from './lab-of-token.ts';

interface NextStepsProps {
  lab: LabOfToken;
  token: { symbol: string; isAttached: boolean };
}

/** What an owner does after the lab got its token. */
export function NextSteps({ lab, token }: NextStepsProps) {
  return (
    <Notice kind="success">
      <h2 className="text-lg">
        The lab has its token, <bdi>{visibleName(token.symbol)}</bdi>. Next:
      </h2>
      <ol className="mt-2 flex max-w-prose list-decimal flex-col gap-1 pl-5 text-base">
        {!token.isAttached && (
          <li>
            Distribute it: the whole supply is at the address that made the token. Use “Distribute” below.
          </li>
        )}
        <li>
          Share files with holders:{' '}
          <TextLink href={labPath(lab.shortname, 'files')}>open the data room</TextLink>, and choose the team
          and holders when you upload a file or change its access.
        </li>
        <li>Send holders the address of this page. It shows them what they hold and may open.</li>
      </ol>
    </Notice>
  );
}
