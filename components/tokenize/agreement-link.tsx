import { parseAgreementKey } from '#lib/agreements/agreement-key.ts';
import { TextLink } from '../ui/text-link.tsx';

/** Link to the page of an agreement. A key of another kind is shown as text. */
export function AgreementLink({ agreementKey }: { agreementKey: string }) {
  const key = parseAgreementKey(agreementKey.split('/'));
  if (!key) return <bdi className="font-mono break-all">{agreementKey}</bdi>;
  return <TextLink href={`/agreements/${key}`}>Read the agreement</TextLink>;
}
