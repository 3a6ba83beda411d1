/** In the place of a photo that a listing does not have. */
export const HouseDrawing = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 120 72" className={className} aria-hidden="true">
    <path d="M0 71h120" />
    <path d="M26 71V37L60 12l34 25v34" />
    <path d="M52 71V51h16v20M36 45h10v10H36zM74 45h10v10H74z" />
  </svg>
)
