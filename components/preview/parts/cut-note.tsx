export function CutNote({
  children = 'Only the beginning is shown. Download the file to see all of it.',
}: {
  children?: string;
}) {
  return <p className="text-sm text-ink2">{children}</p>;
}
