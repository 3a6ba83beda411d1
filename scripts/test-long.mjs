// Everything that `npm test` does, with the long-running tests at full length.
process.env.LONG = '1'
await import('./test.mjs')
