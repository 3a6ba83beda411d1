/** "45 s", "2 min 5 s", "1 h 3 min": how long something took, where there is little room. */
export function lasting(seconds: number) {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return pair(whole, 60, 'min', 's')
  return pair(Math.round(whole / 60), 60, 'h', 'min')
}

const pair = (amount: number, size: number, unit: string, part: string) => {
  const [large, small] = [Math.floor(amount / size), amount % size]
  return small > 0 ? `${large} ${unit} ${small} ${part}` : `${large} ${unit}`
}
