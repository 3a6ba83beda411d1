/** Our sign: a file with a roof. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden="true">
      <rect width="28" height="28" rx="8" fill="#087f5b" />
      <path d="M7.5 13.2 14 7.5l6.5 5.7v6.3a1.5 1.5 0 0 1-1.5 1.5H9a1.5 1.5 0 0 1-1.5-1.5z" fill="#fff" />
      <path d="M11 15.25h6M11 18h3.75" stroke="#087f5b" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}
