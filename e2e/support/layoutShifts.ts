/** Adds up layout shifts without recent input, as Cumulative Layout Shift does. */
export function watchShifts() {
  const shifts = { sum: 0 }
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) shifts.sum += Number(entry.value)
  }).observe({ type: 'layout-shift', buffered: false })
}

/** After two frames every shift has been counted. */
export const shiftSoFar = () =>
  new Promise<number>((resolve) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => resolve((window as unknown as { shifts: { sum: number } }).shifts.sum)),
    ),
  )
