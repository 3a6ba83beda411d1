import type { Challenge } from 'altcha-lib'

/** Solves a proof of work in small steps, so that the page stays responsive meanwhile. */
export async function solveBotChallenge(challengeText: string) {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const challenge: Challenge = JSON.parse(challengeText)
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The check took too long.')
  return btoa(JSON.stringify({ challenge, solution }))
}
