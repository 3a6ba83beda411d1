import { parse } from 'libpg-query'

/** A part of a statement as PostgreSQL's own parser reads it: its kind, with its fields. */
type Node = Record<string, unknown>

interface KeyedTable {
  key: string
  otherwise?: string
}

export interface Tables {
  /** Those that must be read by their key. */
  keyed: Record<string, KeyedTable>
  /** The columns of every table. */
  columns: Record<string, readonly string[]>
}

/** What a name in `from` stands for: a table, or the columns of a subquery. */
interface Relation {
  alias: string
  table?: string
  columns: readonly string[]
  /** Columns that can have only values the statement was given. */
  fixed: Set<string>
}

interface Scope {
  relations: Relation[]
  named: Map<string, Set<string>>
  outer?: Scope
}

interface Column {
  relation: Relation
  name: string
}

/** A condition that must hold, and for which relations: those on the optional side of a join are not restricted by its other conditions. */
interface Condition {
  node: Node
  restricts?: Set<Relation>
}

/**
 * The keyed tables that a statement reads without naming their key: no condition fixes it to a value that the statement was given, or to the key
 * of another table for which one does. Conditions in functions and triggers are not seen.
 */
export async function findReadsWithoutKey(statement: string, tables: Tables): Promise<string[]> {
  const found: string[] = []
  const { stmts = [] } = (await parse(statement)) as { stmts?: { stmt?: Node }[] }
  for (const { stmt } of stmts) if (stmt) new Reader(tables, found).read(stmt, undefined)
  return [...new Set(found)].sort()
}

class Reader {
  readonly #tables: Tables
  readonly #found: string[]

  constructor(tables: Tables, found: string[]) {
    this.#tables = tables
    this.#found = found
  }

  /** Reads a statement or subquery. Returns the columns of its result that are fixed. */
  read(statement: Node, outer: Scope | undefined): Set<string> {
    const [kind = '', value] = Object.entries(statement)[0] ?? []
    const body = asNode(value)
    const named = new Map(outer?.named)
    for (const { CommonTableExpr } of listOf(asNode(body.withClause).ctes)) {
      const { ctename, ctequery } = asNode(CommonTableExpr)
      named.set(String(ctename), this.read(asNode(ctequery), { relations: [], named, outer }))
    }
    const scope: Scope = { relations: [], named, outer }
    if (body.larg && body.rarg) {
      const [left, right] = [body.larg, body.rarg].map((side) => this.read({ SelectStmt: side }, { ...scope }))
      return new Set([...(left ?? [])].filter((name) => right?.has(name)))
    }
    if (kind === 'InsertStmt') {
      if (body.selectStmt) this.read(asNode(body.selectStmt), scope)
      return new Set()
    }
    const conditions: Condition[] = []
    const lateral: [Relation, Node][] = []
    if (body.relation) this.#addRelations(scope, { RangeVar: body.relation }, conditions, lateral)
    for (const source of [...listOf(body.fromClause), ...listOf(body.usingClause)])
      this.#addRelations(scope, source, conditions, lateral)
    if (body.whereClause) conditions.push(...split(asNode(body.whereClause)))
    this.#fix(scope, conditions)
    for (const [relation, subquery] of lateral) relation.fixed = this.read(subquery, scope)
    if (lateral.length > 0) this.#fix(scope, conditions)
    for (const { table = '', fixed } of scope.relations) {
      const rule = this.#tables.keyed[table]
      if (rule && !fixed.has(rule.key) && !(rule.otherwise && fixed.has(rule.otherwise))) this.#found.push(table)
    }
    for (const part of Object.entries(body))
      if (!['withClause', 'larg', 'rarg', 'selectStmt'].includes(part[0])) this.#readSubqueries(part[1], scope)
    const results = kind === 'SelectStmt' ? body.targetList : (asNode(body.returningClause).exprs ?? body.returningList)
    return fixedResults(listOf(results), scope)
  }

  #addRelations(scope: Scope, source: Node, conditions: Condition[], lateral: [Relation, Node][]) {
    if (source.RangeVar) {
      const { relname, schemaname, alias } = asNode(source.RangeVar)
      const name = String(relname)
      const fixed = schemaname ? undefined : scope.named.get(name)
      const columns = fixed ? [...fixed] : (this.#tables.columns[name] ?? [])
      const table = fixed || (schemaname && schemaname !== 'public') ? undefined : name
      scope.relations.push({ alias: aliasName(alias) ?? name, table, columns, fixed: new Set(fixed) })
    } else if (source.RangeSubselect) {
      const { alias, subquery, lateral: isLateral } = asNode(source.RangeSubselect)
      const relation: Relation = { alias: aliasName(alias) ?? '', columns: [], fixed: new Set() }
      if (isLateral) lateral.push([relation, asNode(subquery)])
      else relation.fixed = this.read(asNode(subquery), { relations: [], named: scope.named, outer: scope.outer })
      relation.columns = resultNames(asNode(asNode(subquery).SelectStmt))
      scope.relations.push(relation)
    } else if (source.RangeFunction) {
      const { alias, functions } = asNode(source.RangeFunction)
      const columns = listOf(asNode(alias).colnames).flatMap((name) => textOf(name) ?? [])
      const calls = listOf(functions).flatMap((one) => listOf(asNode(one.List).items))
      // \`unnest($1)\` gives what the statement was given. The other items are column definitions, and empty.
      const isFixed = calls.every((one) => Object.keys(one).length === 0 || isGiven(one, scope))
      scope.relations.push({ alias: aliasName(alias) ?? '', columns, fixed: new Set(isFixed ? columns : []) })
    } else if (source.JoinExpr) {
      const { larg, rarg, quals, jointype } = asNode(source.JoinExpr)
      this.#addRelations(scope, asNode(larg), conditions, lateral)
      const before = new Set(scope.relations)
      this.#addRelations(scope, asNode(rarg), conditions, lateral)
      const restricts =
        jointype === 'JOIN_LEFT' ? new Set(scope.relations.filter((relation) => !before.has(relation))) : undefined
      if (quals) conditions.push(...split(asNode(quals)).map(({ node }) => ({ node, restricts })))
    }
  }

  /** Marks the columns that the conditions fix, until nothing more follows from them. */
  #fix(scope: Scope, conditions: Condition[]) {
    const count = () => scope.relations.reduce((sum, { fixed }) => sum + fixed.size, 0)
    let before = -1
    while (before !== count()) {
      before = count()
      for (const condition of conditions) this.#apply(scope, condition)
    }
  }

  #apply(scope: Scope, { node, restricts }: Condition) {
    const bool = asNode(node.BoolExpr)
    if (bool.boolop === 'OR_EXPR') return this.#applyEither(scope, listOf(bool.args), restricts)
    const equality = equalSides(node)
    if (!equality) return
    const sides = [equality, [...equality].reverse()] as [Node, Node][]
    for (const [side, other] of sides) {
      const column = columnOf(side, scope)
      if (!column || !scope.relations.includes(column.relation)) continue
      if (restricts && !restricts.has(column.relation)) continue
      if (isGiven(other, scope)) column.relation.fixed.add(column.name)
    }
  }

  /** What each alternative fixes is fixed. */
  #applyEither(scope: Scope, alternatives: Node[], restricts: Set<Relation> | undefined) {
    const results = alternatives.map((alternative) => {
      const copies = scope.relations.map((relation) => ({ ...relation, fixed: new Set(relation.fixed) }))
      const within =
        restricts && new Set(copies.filter((_, nth) => scope.relations[nth] && restricts.has(scope.relations[nth])))
      this.#fix(
        { ...scope, relations: copies },
        split(alternative).map(({ node }) => ({ node, restricts: within })),
      )
      return copies
    })
    for (const [nth, relation] of scope.relations.entries())
      for (const name of results[0]?.[nth]?.fixed ?? [])
        if (results.every((copies) => copies[nth]?.fixed.has(name))) relation.fixed.add(name)
  }

  /** Subqueries in conditions and results, which see the columns around them. */
  #readSubqueries(part: unknown, scope: Scope) {
    if (Array.isArray(part)) for (const one of part) this.#readSubqueries(one, scope)
    else if (typeof part === 'object' && part !== null) {
      const node = part as Node
      if (node.RangeSubselect || node.CommonTableExpr) return
      if (node.SubLink) {
        const { subselect, testexpr } = asNode(node.SubLink)
        this.read(asNode(subselect), scope)
        this.#readSubqueries(testexpr, scope)
      } else for (const value of Object.values(node)) this.#readSubqueries(value, scope)
    }
  }
}

const asNode = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {})
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.map(asNode) : [])
const aliasName = (alias: unknown) => asNode(alias).aliasname as string | undefined
const textOf = (node: Node | undefined) => asNode(node?.String).sval as string | undefined

/** The parts of `… and …`. */
function split(node: Node): Condition[] {
  const { boolop, args } = asNode(node.BoolExpr)
  return boolop === 'AND_EXPR' ? listOf(args).flatMap(split) : [{ node }]
}

/** Of `a = b`, `a in (…)`, `a = any(…)` and `a in (select …)`. */
function equalSides(node: Node): [Node, Node] | undefined {
  if (node.SubLink) {
    const { subLinkType, testexpr, operName } = asNode(node.SubLink)
    const isEqual = !operName || textOf(listOf(operName)[0]) === '='
    return subLinkType === 'ANY_SUBLINK' && isEqual
      ? [asNode(testexpr), { SubLink: { subLinkType: 'ARRAY_SUBLINK' } }]
      : undefined
  }
  const { kind, name, lexpr, rexpr } = asNode(node.A_Expr)
  const isEquality = ['AEXPR_OP', 'AEXPR_IN', 'AEXPR_OP_ANY', 'AEXPR_NOT_DISTINCT'].includes(String(kind))
  return isEquality && textOf(listOf(name)[0]) === '=' ? [asNode(lexpr), asNode(rexpr)] : undefined
}

/** A column of this scope or one around it. `column || ''` is the column, kept from an index. */
function columnOf(node: Node, scope: Scope | undefined): Column | undefined {
  const { name, lexpr, rexpr } = asNode(node.A_Expr)
  if (textOf(listOf(name)[0]) === '||' && asNode(rexpr).A_Const) return columnOf(asNode(lexpr), scope)
  if (node.TypeCast) return columnOf(asNode(asNode(node.TypeCast).arg), scope)
  const fields = listOf(asNode(node.ColumnRef).fields).map(textOf)
  const column = fields.at(-1)
  if (column === undefined) return undefined
  const alias = fields.at(-2)
  for (let around = scope; around; around = around.outer) {
    const relation = around.relations.find((one) => (alias ? one.alias === alias : one.columns.includes(column)))
    if (relation) return { relation, name: column }
  }
  return undefined
}

/** Whether an expression has a value that the statement was given, or one that is fixed. */
function isGiven(node: Node, scope: Scope): boolean {
  const column = columnOf(node, scope)
  if (column) return column.relation.fixed.has(column.name)
  if (node.ParamRef || node.A_Const) return true
  if (node.SubLink) return ['EXPR_SUBLINK', 'ARRAY_SUBLINK'].includes(String(asNode(node.SubLink).subLinkType))
  if (node.TypeCast) return isGiven(asNode(asNode(node.TypeCast).arg), scope)
  const parts = [
    ...listOf(asNode(node.List).items),
    ...listOf(asNode(node.A_ArrayExpr).elements),
    ...listOf(asNode(node.FuncCall).args),
    ...listOf(asNode(node.CoalesceExpr).args),
  ]
  return parts.length > 0 && parts.every((part) => isGiven(part, scope))
}

const targetName = ({ name, val }: Node) =>
  (name ??
    listOf(asNode(asNode(val).ColumnRef).fields)
      .map(textOf)
      .at(-1)) as string | undefined

function resultNames(select: Node): string[] {
  return listOf(select.targetList).flatMap(({ ResTarget }) => targetName(asNode(ResTarget)) ?? [])
}

function fixedResults(targets: Node[], scope: Scope) {
  const fixed = new Set<string>()
  for (const { ResTarget } of targets) {
    const target = asNode(ResTarget)
    const fields = listOf(asNode(asNode(target.val).ColumnRef).fields)
    if (fields.at(-1)?.A_Star) {
      const alias = textOf(fields.at(-2))
      for (const relation of scope.relations)
        if (alias === undefined || relation.alias === alias) for (const name of relation.fixed) fixed.add(name)
      continue
    }
    const name = targetName(target)
    if (name !== undefined && isGiven(asNode(target.val), scope)) fixed.add(name)
  }
  return fixed
}
