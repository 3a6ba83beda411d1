// Everything that `npm test` does, with the campaigns in full length.
process.env.LONG = '1'
await import('./test.mjs')
