/** "45 s", "2 min 5 s", "1 h 3 min": how long something took, where there is little room. */
export function formatDuration(seconds: number) {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return formatUnitPair(whole, 60, 'min', 's')
  return formatUnitPair(Math.round(whole / 60), 60, 'h', 'min')
}

const formatUnitPair = (amount: number, size: number, unit: string, part: string) => {
  const [large, small] = [Math.floor(amount / size), amount % size]
  return small > 0 ? `${large} ${unit} ${small} ${part}` : `${large} ${unit}`
}
