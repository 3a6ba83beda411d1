/** The arrow of imports: routes → features → platform → db; `ui` and `marketing` know no feature. */
const layer = (name) => `^src/${name}/`
const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
})
const TESTS = '\\.test\\.tsx?$'

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: { pathNot: '^src/db/schema/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    forbid('db-knows-nobody', layer('db'), '^src/(routes|features|platform|ui|marketing|seed)/'),
    forbid('platform-knows-no-feature', layer('platform'), '^src/(routes|features|marketing|seed)/'),
    forbid('ui-knows-no-feature', layer('ui'), '^src/(routes|features|marketing|db|seed)/'),
    forbid('marketing-knows-no-feature', layer('marketing'), '^src/(routes|features|db|seed)/'),
    forbid('features-know-no-route', layer('features'), '^src/(routes|marketing|seed)/'),
    {
      name: 'features-meet-in-routes',
      severity: 'error',
      comment: 'Features do not import each other. Allowed edges are listed here, each with its reason.',
      from: { path: '^src/features/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^src/features/',
        pathNot: [
          '^src/features/$1/',
          // A paid checkout makes an account.
          '^src/features/accounts/(invite|password)\\.server\\.ts$',
          // An agent reads a PDF with the reader that buyers have.
          '^src/features/leads/viewer/(ReaderDialog\\.tsx|address\\.ts|useSaving\\.ts)$',
        ],
      },
    },
    forbid('pages-hold-no-sql', layer('routes'), '^src/db/'),
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'routeTree\\.gen\\.ts' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
