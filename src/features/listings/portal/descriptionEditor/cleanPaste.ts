/** Cleans pasted HTML. The editor itself drops unknown elements. */
export function cleanPaste(html: string) {
  const { body } = new DOMParser().parseFromString(withoutCode(html), 'text/html')
  // Tables become paragraphs; without spaces their cells would run together.
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ')
  const lines = [...body.querySelectorAll<HTMLElement>(WORD_LIST_LINE)]
  for (const first of lines.filter((line) => !continuesList(line, line.previousElementSibling))) buildList(first)
  return body.innerHTML
}

/** Scripts and styles would not run, but the content security policy would report them. Word pastes a large style sheet. */
const withoutCode = (html: string) =>
  html.replace(/<(style|script)\b.*?<\/\1\s*>/gis, '').replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(HANDLER, ' '))
const HANDLER = /\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi

/** Word pastes a list as paragraphs, with the marker as text and the list and level in its own style property. */
const WORD_LIST_LINE = 'p[style*="mso-list"]'
const WORD_LIST_MARKER = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]'

const wordListStyle = (line: Element | null) =>
  /mso-list:\s*(l\d+)\s+level(\d)/i.exec(line?.getAttribute('style') ?? '')
const listLevel = (line: Element) => Number(wordListStyle(line)?.[2] ?? 1)
const isNumbered = (line: Element) => /^\s*\w{1,4}[.)]/.test(line.querySelector(WORD_LIST_MARKER)?.textContent ?? '')
const continuesList = (line: Element, previous: Element | null) =>
  Boolean(previous?.matches(WORD_LIST_LINE)) && wordListStyle(previous)?.[1] === wordListStyle(line)?.[1]

/** Turns a paragraph and those that continue it into one list, with lists inside of it. */
function buildList(first: HTMLElement) {
  const lines: Element[] = [first]
  for (let next = first.nextElementSibling; next && continuesList(next, first); next = next.nextElementSibling)
    lines.push(next)
  const open: { level: number; list: HTMLElement }[] = []
  for (const line of lines) {
    const level = listLevel(line)
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const innermost = open.at(-1)
    if (!innermost || innermost.level < level) {
      const list = document.createElement(isNumbered(line) ? 'ol' : 'ul')
      if (innermost) innermost.list.lastElementChild?.append(list)
      else line.before(list)
      open.push({ level, list })
    }
    const item = document.createElement('li')
    open.at(-1)?.list.append(item)
    line.querySelector(WORD_LIST_MARKER)?.remove()
    item.append(line)
  }
}
