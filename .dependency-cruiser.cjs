/** The arrow of imports: routes → features → platform → db; `ui` and `marketing` know no feature. */
const layer = (name) => `^src/${name}/`
const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
})
/** Packages that parse bytes from strangers, or draw for seconds: pictures, PDF, fonts, archives, XML and email. */
const DECODERS = [
  'sharp',
  'file-type',
  'libheif-js',
  'heic-decode',
  '@embedpdf/pdfium',
  '@hyzyla/pdfium',
  'pdfjs-dist',
  'pdf-lib',
  '@cantoo/pdf-lib',
  'pdfkit',
  'fontkit',
  'woff2-encoder',
  'tesseract\\.js',
  'yauzl',
  'unzipper',
  'jszip',
  'adm-zip',
  'fflate',
  'fast-xml-parser',
  'saxes',
  'sax',
  'xml2js',
  'postal-mime',
  'mailparser',
]
const MEDIA = '\\.media\\.ts$'
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
          // A paid checkout makes an account, or waits for the owner of one to confirm it by an emailed link.
          '^src/features/accounts/(invite|password|tokens)\\.server\\.ts$',
          // Another cover photo is another picture beside the link to its listing.
          '^src/features/listings/share/picture/redrawSharePictures\\.server\\.ts$',
          // An agent reads a PDF with the reader that buyers have.
          '^src/features/leads/viewer/(ReaderDialog\\.tsx|address\\.ts|useSaving\\.ts)$',
        ],
      },
    },
    forbid('pages-hold-no-sql', layer('routes'), '^src/db/'),
    forbid(
      'sandbox-imports-no-application-code',
      '^payment-sandbox/',
      '^(src|test)/',
      'The payment sandbox stands in for Stripe: it knows as little of the application as Stripe does.',
    ),
    {
      name: 'sandbox-imported-by-payments-only',
      severity: 'error',
      comment: 'The application starts or finds the sandbox in one place, through its interface.',
      from: { path: '^src/', pathNot: '^src/platform/payments/payments\\.server\\.ts$' },
      to: { path: '^payment-sandbox/' },
    },
    {
      name: 'sandbox-imported-through-its-interface',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^payment-sandbox/', pathNot: '^payment-sandbox/sandbox\\.ts$' },
    },
    {
      name: 'decoders-in-the-media-process',
      severity: 'error',
      comment: 'Decoders are loaded by `*.media.ts` alone. Exceptions are listed here, each with its reason.',
      from: {
        path: '^src/',
        pathNot: [
          MEDIA,
          TESTS,
          // Runs in the buyer's browser.
          '^src/features/leads/viewer/',
          // Reads the emails that we wrote ourselves, for /dev/mail: only without SMTP_URL, and only for loopback.
          '^src/platform/embedded/mailbox\\.server\\.ts$',
        ],
      },
      to: { path: `node_modules/(${DECODERS.join('|')})/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'media-code-in-the-media-process',
      severity: 'error',
      comment: 'Others ask the media process (`services.media`); of its code they know the types alone.',
      from: { path: '^src/', pathNot: [MEDIA, TESTS, '^src/media\\.ts$'] },
      to: { path: MEDIA, dependencyTypesNot: ['type-only'] },
    },
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
