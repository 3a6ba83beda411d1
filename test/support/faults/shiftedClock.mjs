import { readFileSync } from 'node:fs'

/** Loaded before the application: its clock is ahead by as many milliseconds as a file says, which is read on SIGUSR2. */
const RealDate = Date
let ahead = 0

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length > 0) super(...parts)
    else super(RealDate.now() + ahead)
  }

  static now() {
    return RealDate.now() + ahead
  }
}

process.on('SIGUSR2', () => {
  ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))
  process.stdout.write(`{"msg":"the clock is ahead by ${ahead} ms"}\n`)
})
