/** Imports point one way: routes → features → platform → db; `ui` and `marketing` import no feature. */
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

/** Which features a feature may import, and why. There are no cycles: the check below fails on one. */
const FEATURE_EDGES = {
  audit: {},
  record: {},
  notifications: {},
  accounts: { audit: 'what changes an account is in its activity log' },
  agencies: {
    audit: 'who joined, left and changed roles is in the activity log',
    accounts: 'an invitation is accepted with an account',
  },
  listings: {
    accounts: 'exports of a lead agent expire when a listing is handed over',
    agencies: 'a listing is shared with colleagues, and shows the agency’s brand',
    audit: 'publishing and deleting are in the activity log',
    record: 'publishing is in the record of the listing',
  },
  files: {
    agencies: 'files are filtered by agent',
    audit: 'downloads by the agent are in the activity log',
    listings: 'files belong to a listing, and a new cover photo redraws its share picture',
    record: 'new versions and who may open them are in the record of the listing',
    disclosure: 'the menu of a document asks buyers to acknowledge it',
  },
  crm: {
    agencies: 'its emails name the agency, and its owners are told',
    audit: 'where leads are sent is in the activity log',
  },
  embed: {
    audit: 'which sites may show documents is in the activity log',
    agencies: 'the sites are the agency’s',
    listings: 'it shows a listing on the agency’s site',
  },
  emailedDocuments: {
    files: 'documents from an email are named and sorted as uploads are, and become files by the same command',
    listings: 'each listing has an address',
    notifications: 'arrived documents are announced to the agent',
  },
  leads: {
    crm: 'a new lead is also sent to the agency’s CRM',
    agencies: 'a lead is given to a colleague',
    accounts: 'a private link and the emails to buyers show the agent’s card',
    audit: 'exports and deletions are in the activity log',
    analytics: 'a lead comes with what the buyer opened and did',
    files: 'buyers and agents have one document reader',
    listings: 'leads belong to a listing',
    notifications: 'a new lead is announced to its agent',
    record: 'who was given access, opened and saved what is in the record of the listing',
    disclosure: 'buyers acknowledge documents in the reader',
  },
  messages: {
    agencies: 'the page of the unsubscribe link names the agency',
    analytics: 'an audience is filtered by heat',
    audit: 'messages are in the activity log',
    leads: 'it writes to the leads of a listing, with their private links',
    listings: 'a message is about a listing, may change its facts, and carries its calendar entry',
  },
  openHomes: {
    analytics: 'a visitor shows how hot they are',
    accounts: 'emails about visitors can be switched off like other emails about leads',
    audit: 'a device that was lost is in the activity log',
    listings: 'open homes are of a listing',
    leads: 'visitors are leads',
    notifications: 'agents are told who came',
  },
  disclosure: {
    agencies: 'a certificate shows the agency’s brand',
    audit: 'certificates are in the activity log',
    listings: 'records and certificates are of a listing, and are drawn like its posters',
    record: 'it shows, certifies and adds to the record',
  },
  calendar: {
    agencies: 'the week of a colleague, and their names in it',
    audit: 'private links are in the activity log',
    leads: 'messages that wait are named by their subjects, whose places are filled in',
    listings: 'it shows and moves the dates of listings',
  },
  brand: {
    agencies: 'it changes what an agency’s pages look like',
    audit: 'changes of the brand are in the activity log',
    accounts: 'its preview shows the agent’s card',
    listings: 'a change redraws the share pictures, and an agency has questions for its listings',
  },
  billing: {
    agencies: 'seats are for members',
    audit: 'changes of the subscription are in the activity log',
    accounts: 'a paid checkout makes an account, or waits for its owner to confirm an emailed link',
  },
  webhooks: {
    audit: 'changes of webhooks are in the activity log',
  },
  api: {
    webhooks: 'programs can add and change webhooks',
    agencies: 'programs see the members of their agency',
    audit: 'keys are in the activity log',
    listings: 'programs work with listings, by the same commands as the portal',
    files: 'and with files',
    leads: 'and with leads and people',
    analytics: 'and read figures',
  },
  feeds: {
    api: 'CRMs send files with the keys of the API',
    files: 'photos are stored as uploads are',
    listings: 'files become listings, by the same commands as the portal',
    notifications: 'owners and managers are told of a file that waits for them or has failed',
  },
  vendors: {
    accounts: 'a report shows the agent’s card',
    agencies: 'and the agency’s brand',
    analytics: 'its figures are those of the analytics',
    audit: 'links for vendors are in the activity log',
    leads: 'its emails look like those to buyers',
    listings: 'a report is about a listing, and is drawn like its posters',
  },
  analytics: {
    agencies: 'figures are compared by agent',
    audit: 'exports are in the activity log',
    listings: 'figures are filtered by listing',
  },
}
refuseCycles(FEATURE_EDGES)

const featureRules = Object.entries(FEATURE_EDGES).map(([feature, edges]) => ({
  name: `edges-of-${feature}`,
  severity: 'error',
  comment: 'Features import each other only along FEATURE_EDGES.',
  from: { path: `^src/features/${feature}/`, pathNot: TESTS },
  to: { path: '^src/features/', pathNot: `^src/features/(${[feature, ...Object.keys(edges)].join('|')})/` },
}))
featureRules.push({
  name: 'feature-without-edges',
  severity: 'error',
  comment: 'A new feature is listed in FEATURE_EDGES.',
  from: { path: '^src/' },
  to: { path: '^src/features/', pathNot: `^src/features/(${Object.keys(FEATURE_EDGES).join('|')})/` },
})

function refuseCycles(edges) {
  const visit = (feature, path) => {
    if (path.includes(feature))
      throw new Error(`Features import each other in a cycle: ${[...path, feature].join(' → ')}`)
    for (const next of Object.keys(edges[feature])) visit(next, [...path, feature])
  }
  for (const feature of Object.keys(edges)) visit(feature, [])
}

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
    ...featureRules,
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
      from: { path: '^src/', pathNot: '^src/platform/payments/(payments|startSandbox)\\.server\\.ts$' },
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
          // Runs in the browser of a buyer or an agent.
          '^src/features/files/reader/',
          // Reads the emails that we wrote ourselves, for /dev/mail: only without SMTP_URL, and only for loopback.
          '^src/platform/embeddedServices/mailbox\\.server\\.ts$',
        ],
      },
      to: { path: `node_modules/(${DECODERS.join('|')})/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'media-code-in-the-media-process',
      severity: 'error',
      comment: 'Others ask the media process (`services.media`); of its code they know the types alone.',
      from: { path: '^src/', pathNot: [MEDIA, TESTS, '^src/processes/media\\.ts$'] },
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
