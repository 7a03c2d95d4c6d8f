/** The logo: the floor plan of a building with two rooms. */
export function Logo({ className = 'size-6' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      <path d="M1 1h18v18H1z" />
      <path d="M1 12.5h7V19M12.5 1v7H19" />
    </svg>
  );
}
