import { parseAgreementKey } from '#lib/agreements/agreement-key.ts';
import { TextLink } from '../ui/text-link.tsx';

/** The page of an agreement; where a token names a document of another kind, what it names. */
export function AgreementLink({ agreementKey }: { agreementKey: string }) {
  const key = parseAgreementKey(agreementKey.split('/'));
  if (!key) return <bdi className="font-mono break-all">{agreementKey}</bdi>;
  return <TextLink href={`/agreements/${key}`}>Read the agreement</TextLink>;
}
