/** A file could not be prepared. The message is for the agent; `cause` is for the log. */
export class MediaError extends Error {
  override name = 'MediaError'
  /** Whether trying the same file again can help. */
  readonly retryable: boolean

  constructor(message: string, { retryable, cause }: { retryable: boolean; cause?: unknown }) {
    super(message, { cause })
    this.retryable = retryable
  }
}

/** The file itself is at fault, so a retry cannot help. */
export const unusableFile = (message: string, cause?: unknown) => new MediaError(message, { retryable: false, cause })

/** The file is not at fault, so a retry may help. */
export const temporaryFailure = (message: string, cause?: unknown) =>
  new MediaError(message, { retryable: true, cause })

export const MAX_PIXELS = 50_000_000

export function refuseTooManyPixels(width: number, height: number) {
  if (width * height > MAX_PIXELS) throw tooManyPixels()
}

export const tooManyPixels = () =>
  unusableFile('This photo has more than 50 million pixels. Save a smaller copy and try again.')
