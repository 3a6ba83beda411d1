export interface PasswordVerdict {
  score: 0 | 1 | 2 | 3 | 4
  /** What is weak and what would help; a word of praise when nothing is. Empty while nothing is typed. */
  advice: string
}

/** Guessed first, whatever is written around them. Compared after `plain`. */
const COMMON =
  /passwor[dt]|passwd|pass|qwerty|letmein|welcome|admin|login|iloveyou|monkey|dragon|football|rugby|allblacks|sunshine|princess|master|secret|changeme|summer|winter|spring|autumn|kiwi|aotearoa|auckland|wellington|christchurch|newzealand|property|files|realestate|agent|demo|test/
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap((row) => [
  row,
  [...row].reverse().join(''),
])
const YEAR = /(?:19|20)\d\d/
const REPEATED = /(.)\1{2,}|(.{2,})\2+/u
const SHORT = 10
/** Bits of guessing from which each next score begins; the last is out of reach of anybody with our hashes. */
const STEPS = [22, 36, 50, 66]

/** Says how hard a password is to guess and why. Nobody is refused by it. */
export function judgePassword(password: string): PasswordVerdict {
  if (!password) return { score: 0, advice: '' }
  const bits = [...simplify(password)].length * Math.log2(poolOf(password))
  const score = STEPS.filter((step) => bits >= step).length as PasswordVerdict['score']
  return { score, advice: score === 4 ? 'Hard to guess.' : weaknessOf(password) }
}

function weaknessOf(password: string) {
  if (COMMON.test(plain(password))) return 'It is built on a word that is guessed first.'
  if (YEAR.test(password)) return 'Years are easy to guess.'
  if (findRun(password.toLowerCase())) return 'Runs such as “abc” or “123” are guessed first.'
  if (REPEATED.test(password)) return 'Repeating characters adds little.'
  if ([...password].length < SHORT)
    return 'It is short. Three or four words in a row are stronger and easier to remember.'
  return 'Another word would make it strong.'
}

/** What is left to guess when every guessable part counts as a single character. */
function simplify(password: string) {
  let rest = plain(password).replaceAll(new RegExp(COMMON, 'g'), '*')
  rest = rest.replaceAll(new RegExp(YEAR, 'g'), '*').replaceAll(new RegExp(REPEATED, 'gu'), '*')
  for (let run = findRun(rest); run; run = findRun(rest)) rest = rest.replace(run, '*')
  return rest
}

const DISGUISES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '!': 'i',
}

/** Writing a word with digits in it fools no guesser; numbers on their own stay what they are. */
const plain = (password: string) =>
  password.toLowerCase().replaceAll(/(?<=\p{L})[01345@$!](?=\p{L})|[4@$](?=\p{L})/gu, (sign) => DISGUISES[sign] ?? sign)

/** The first three or more neighbours of an alphabet, the digits or a keyboard's row. */
function findRun(text: string) {
  for (let start = 0; start + 3 <= text.length; start++) {
    let end = start + 3
    if (!isRun(text.slice(start, end))) continue
    while (end < text.length && isRun(text.slice(start, end + 1))) end++
    return text.slice(start, end)
  }
  return undefined
}

const isRun = (part: string) => ROWS.some((row) => row.includes(part))

const poolOf = (password: string) =>
  (/\p{Ll}/u.test(password) ? 26 : 0) +
    (/\p{Lu}/u.test(password) ? 26 : 0) +
    (/\d/.test(password) ? 10 : 0) +
    (/[^\p{L}\d]/u.test(password) ? 20 : 0) +
    (/[^\p{ASCII}]/u.test(password) ? 60 : 0) || 26
