/** Earlier migrations had no previous version to stay compatible with. */
const FIRST_RELEASE = '0010_audit.sql'
const REASON = /^-- breaks the version before: \S/m

const BREAKING = [
  /\bdrop\s+(?:column|table|type|view|function|default)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+column\b(?!.*\b(?:default|generated)\b).*\bnot\s+null\b/is,
  /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i,
  /\balter\s+type\b(?!.*\badd\s+value\b)/is,
]

/** Statements of a migration that would break the previous version, which keeps serving during an upgrade. */
export function breakingStatements(name, text) {
  if (name <= FIRST_RELEASE || REASON.test(text)) return []
  const isNew = (statement) => tablesMadeIn(text).some((table) => statement.includes(`ALTER TABLE "${table}"`))
  return text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => BREAKING.some((kind) => kind.test(statement)) && !isNew(statement))
}

const tablesMadeIn = (text) => [...text.matchAll(/CREATE TABLE "([^"]+)"/g)].map(([, table]) => table)
