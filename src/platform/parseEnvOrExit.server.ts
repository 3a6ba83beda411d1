import { BadEnvironment, parseEnv } from './env.server.ts'

/** A bad variable ends the start at once, with a sentence instead of a stack. */
export function parseEnvOrExit() {
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error
    process.stderr.write(`Property Files cannot start:\n  ${error.message.replaceAll('\n', '\n  ')}\n`)
    process.exit(1)
  }
}
