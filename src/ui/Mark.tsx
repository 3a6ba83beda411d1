import { logoShape } from './markShape.ts'

/** Our sign: a file with a roof. */
export function Logo({ size = 28 }: { size?: number }) {
  const { size: unit, radius, colour, house, lines, stroke } = logoShape
  return (
    <svg width={size} height={size} viewBox={`0 0 ${unit} ${unit}`} fill="none" aria-hidden="true">
      <rect width={unit} height={unit} rx={radius} fill={colour} />
      <path d={house} fill="#fff" />
      <path d={lines} stroke={colour} strokeWidth={stroke} strokeLinecap="round" />
    </svg>
  )
}
