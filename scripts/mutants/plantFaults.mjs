import ts from 'typescript'

const SWAPPED_OPERATORS = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
}
const SWAPPED_METHODS = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  min: 'max',
  max: 'min',
  strictObject: 'object',
}
/** Calls that only filter or clean a value: the code still runs without them. Locks are left to tests of race conditions. */
const REMOVABLE_METHODS = new Set(
  'trim toLowerCase toWellFormed slice subarray filter check onConflictDoNothing limit replace replaceAll'.split(' '),
)

/** On one line, and before everything else, so that lines keep their numbers. */
const IS_PLANTED = [
  'const plantedFault = globalThis.process?.env?.PLANTED_FAULT',
  'function isPlanted(id) { globalThis.reachedFaults?.add(id); return id === plantedFault }',
].join(';')

/**
 * Plants many kinds of faults in one source text. Each is off until PLANTED_FAULT names it, so all of them share
 * one build. Returns the new text and the faults: `{ id, path, line, lineText, was, becomes }`.
 */
export function plantFaults(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const faults = []
  const lines = text.split('\n')
  return { planted: `${IS_PLANTED};${rewrite(source)}`, faults }

  /** The text of a node with the faults of everything inside it. */
  function rewrite(node) {
    let from = node.getFullStart()
    let result = ''
    ts.forEachChild(node, (child) => {
      result += text.slice(from, child.getFullStart()) + plant(child)
      from = child.end
    })
    return result + text.slice(from, node.end)
  }

  function plant(node) {
    if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return textOf(node)
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node)
    const space = text.slice(node.getFullStart(), node.getStart())
    const inner = () => rewrite(node).slice(space.length)
    if (isRemovable(node)) return `${space}{ if (${isOff(node, 'removed')}) ${inner()} }`
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) return space + plantInProperty(node)
    if (ts.isSpreadAssignment(node)) return `${space}...(${isOn(node, 'removed')} ? {} : ${plant(node.expression)})`
    const variants = ts.isExpression(node) && !isName(node) ? expressionVariants(node) : []
    if (variants.length === 0) return space + inner()
    const choices = variants.map((variant) => `${isOn(node, variant)} ? ${variant} : `)
    return `${space}(${choices.join('')}${inner()})`
  }

  /** A property can be forgotten. Where its value has faults of its own, those are enough. */
  function plantInProperty(node) {
    const { initializer } = node
    const before = faults.length
    const property = initializer ? `${node.name.getText()}: ${plant(initializer)}` : node.name.getText()
    const isCovered =
      initializer && (ts.isArrowFunction(initializer) || (isLiteral(initializer) && faults.length > before))
    return isCovered || isPattern(node.parent) ? property : `...(${isOn(node, 'removed')} ? {} : { ${property} })`
  }

  function isOn(node, becomes) {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const id = `${path}:${faults.length + 1}`
    const [was, planted] = [node.getText(), becomes].map((code) => code.replace(/\s+/g, ' '))
    faults.push({ id, path, line, lineText: lines[line - 1], was, becomes: planted })
    return `isPlanted(${JSON.stringify(id)})`
  }

  function isOff(node, becomes) {
    return `!${isOn(node, becomes)}`
  }

  function textOf(node) {
    return text.slice(node.getFullStart(), node.end)
  }
}

/** Mistakes that somebody could make in an expression. */
function expressionVariants(node) {
  const { parent } = node
  const isCondition =
    ((ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  if (!isCondition) return ownVariants(node)
  const isNegatable = isEquality(node) || ts.isPrefixUnaryExpression(node)
  return ['false', 'true', ...(isNegatable ? [] : ownVariants(node))]
}

function ownVariants(node) {
  // The faults of the comparison cover this.
  if (isLiteral(node) && isEquality(node.parent)) return []
  if (isNumeric(node)) return isNumeric(node.parent) ? [] : numberVariants(node.getText())
  if (ts.isStringLiteral(node)) return isSentence(node.text) || node.text === '' ? [] : ["''"]
  if (ts.isTemplateExpression(node))
    return ts.isTaggedTemplateExpression(node.parent) || isSentence(node.head.text) ? [] : ["''"]
  if (ts.isRegularExpressionLiteral(node)) return regexVariants(node.text)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false']
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true']
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [node.operand.getText()]
  if (ts.isAwaitExpression(node) && ts.isExpressionStatement(node.parent)) return [`void ${node.expression.getText()}`]
  if (ts.isBinaryExpression(node)) return operatorVariants(node)
  return ts.isCallExpression(node) ? callVariants(node) : []
}

function operatorVariants({ left, operatorToken, right }) {
  const all = SWAPPED_OPERATORS[operatorToken.getText()] ?? []
  // No test can tell whether the exact millisecond of a limit is included.
  const others = /Date|getTime/.test(left.getText() + right.getText()) ? all.slice(-1) : all
  return others.map((other) => `((${left.getText()}) ${other} (${right.getText()}))`)
}

function callVariants(node) {
  const callee = node.expression
  const args = node.arguments.map((argument) => argument.getText())
  if (callee.getText() === 'and' && args.length > 1)
    return args.map((_, left) => `and(${args.filter((_, index) => index !== left).join(', ')})`)
  if (!ts.isPropertyAccessExpression(callee) || ts.isOptionalChain(node)) return []
  const method = callee.name.text
  const receiver = callee.expression.getText()
  if (method === 'where') return [`${receiver}.where(undefined)`]
  if (method === '$count' && args.length > 1) return [`${receiver}.$count(${args[0]})`]
  if (REMOVABLE_METHODS.has(method)) return [receiver]
  return Object.hasOwn(SWAPPED_METHODS, method) ? [`${receiver}.${SWAPPED_METHODS[method]}(${args.join(', ')})`] : []
}

function numberVariants(number) {
  if (number === '0') return ['1']
  return number === '1' ? ['0', '2'] : [`2 * (${number})`, `(${number}) / 2`]
}

/** Without an anchor, and without each member of a character class. */
function regexVariants(text) {
  const anchors = [text.replace(/^\/\^/, '/'), text.replace(/\$(\/[a-z]*)$/, '$1')]
  const members = [...text.matchAll(/\[\^?((?:\\.|[^\]\\])+)\]/g)].flatMap(({ 0: whole, 1: inside, index }) => {
    const all = [
      ...inside.matchAll(
        /(?:\\[pP]\{\w+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|[^\\])(?:-(?:\\u[\da-f]{4}|\\x[\da-f]{2}|[^\\]))?/giu,
      ),
    ]
    const start = index + whole.length - 1 - inside.length
    return all.length < 2
      ? []
      : all.map((one) => text.slice(0, start + one.index) + text.slice(start + one.index + one[0].length))
  })
  return [...anchors, ...members].filter((variant) => variant !== text && variant !== '//')
}

/** Statements that do something and give nothing back; a `throw` that an `if` guards is covered by its condition. */
function isRemovable(node) {
  if (ts.isExpressionStatement(node)) return !ts.isStringLiteral(node.expression)
  return ts.isThrowStatement(node) && !ts.isIfStatement(node.parent)
}

const isLiteral = (node) =>
  ts.isLiteralExpression(node) || node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword

const isEquality = (node) => ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())

function isNumeric(node) {
  if (ts.isNumericLiteral(node)) return true
  return (
    ts.isBinaryExpression(node) &&
    /^[*/+-]$/.test(node.operatorToken.getText()) &&
    isNumeric(node.left) &&
    isNumeric(node.right)
  )
}

/** Texts for readers are not tested here. */
const isSentence = (text) => /^[A-Z][a-z]* /.test(text)

const isName = (node) => node.parent.name === node

const isPattern = (object) => ts.isBinaryExpression(object.parent) && object.parent.left === object
