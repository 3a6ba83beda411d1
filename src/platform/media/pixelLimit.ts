import { unusableFile } from './failure.ts'

export const MAX_PIXELS = 50_000_000

export function refuseTooManyPixels(width: number, height: number) {
  if (width * height > MAX_PIXELS) throw tooManyPixels()
}

export const tooManyPixels = () =>
  unusableFile('This photo has more than 50 million pixels. Save a smaller copy and try again.')
