/** The logo: a room with an open door inside a hexagon. */
export function Logo({ className = 'size-6' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M12 2.5 20.2 7.2v9.6L12 21.5l-8.2-4.7V7.2z" strokeLinejoin="round" />
      <path d="M9.5 19.6V11h5v8.6" strokeLinejoin="round" />
    </svg>
  );
}
