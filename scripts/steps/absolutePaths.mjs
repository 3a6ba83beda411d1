import { resolve } from 'node:path'

/** npm runs scripts in the project's folder, and says where it was started. */
export const absolutePaths = (args) =>
  args.map((arg) => (arg.startsWith('-') ? arg : resolve(process.env.INIT_CWD ?? '.', arg)))
