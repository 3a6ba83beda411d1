import { unusable } from './failure.ts'

export const MOST_PIXELS = 50_000_000

export function refuseTooManyPixels(width: number, height: number) {
  if (width * height > MOST_PIXELS) throw tooManyPixels()
}

export const tooManyPixels = () =>
  unusable('This photo has more than 50 million pixels. Save a smaller copy and try again.')
