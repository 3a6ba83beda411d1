import type { Role } from '../../src/values/agencyValues.ts'
import type { createAgency } from '../fixtures/agencies.ts'
import { PASSWORD } from '../fixtures/agents.ts'

type Agency = Awaited<ReturnType<typeof createAgency>>

interface PermissionCall {
  /** Those who may. All others get a 403. */
  roles: Role[]
  /** Something that the call accepts from those who may. */
  data: (agency: Agency) => object
}

const missingWebhook = 'hook_0000000000000000'
const managers: Role[] = ['owner', 'manager']
const MISSING_RUN = `feed_${'0'.repeat(16)}`
let lastAddress = 0
const emptyBrand = { legalLine: '', website: '', colour: '', officeEmail: '', emailText: '', privacyText: '' }

/** Every call that needs a permission, and who has it. */
export const permissionCalls: Record<string, PermissionCall> = {
  inviteMember: {
    roles: managers,
    data: () => ({ email: `invited-${++lastAddress}@example.nz`, role: 'agent', agentIds: [] }),
  },
  resendMemberInvitation: { roles: managers, data: () => ({ id: 'join_missing' }) },
  revokeMemberInvitation: { roles: managers, data: () => ({ id: 'join_missing' }) },
  changeMember: { roles: managers, data: ({ agent }) => ({ userId: agent.id, role: 'agent', agentIds: [] }) },
  fetchBrand: { roles: managers, data: () => ({}) },
  // Not based on what is stored, so it is refused as changed elsewhere.
  saveBrand: { roles: managers, data: () => ({ version: '', name: 'Harbour', ...emptyBrand }) },
  // There is no address to confirm.
  resendOfficeEmailLink: { roles: managers, data: () => ({}) },
  saveLogo: { roles: managers, data: () => ({ logo: null }) },
  fetchWebhooks: { roles: managers, data: () => ({}) },
  createWebhook: { roles: managers, data: () => ({ url: 'https://crm.example.nz/hook', name: '', types: [] }) },
  updateWebhook: { roles: managers, data: () => ({ id: missingWebhook, isEnabled: false }) },
  deleteWebhook: { roles: managers, data: () => ({ id: missingWebhook }) },
  revealWebhookSecret: { roles: managers, data: () => ({ id: missingWebhook }) },
  rotateWebhookSecret: { roles: managers, data: () => ({ id: missingWebhook }) },
  fetchDeliveries: { roles: managers, data: () => ({ id: missingWebhook }) },
  resendDelivery: { roles: managers, data: () => ({ id: missingWebhook, deliveryId: 'dlvr_0000000000000000' }) },
  testWebhook: { roles: managers, data: () => ({ id: missingWebhook }) },
  saveAgencyQuestions: { roles: managers, data: () => ({ questions: [] }) },
  fetchEmbedSettings: { roles: managers, data: () => ({}) },
  saveEmbedSites: { roles: managers, data: () => ({ sites: 'https://www.example.co.nz' }) },
  fetchLeadForwards: { roles: managers, data: () => ({}) },
  addLeadForward: {
    roles: managers,
    data: () => ({ email: `crm-${++lastAddress}@crm.example`, format: 'plain' }),
  },
  // No address is in the list.
  changeLeadFormat: { roles: managers, data: () => ({ email: 'missing@crm.example', format: 'enquiry' }) },
  removeLeadForward: { roles: managers, data: () => ({ email: 'missing@crm.example' }) },
  resendLeadForwardLink: { roles: managers, data: () => ({ email: 'missing@crm.example' }) },
  sendTestLead: { roles: managers, data: () => ({ email: 'missing@crm.example' }) },
  fetchBilling: { roles: ['owner'], data: () => ({}) },
  resumeSubscription: { roles: ['owner'], data: () => ({}) },
  refreshSubscription: { roles: ['owner'], data: () => ({}) },
  fetchSeatPrice: { roles: ['owner'], data: () => ({}) },
  addSeat: { roles: ['owner'], data: () => ({ seats: 1, amountToday: 0 }) },
  changePayer: { roles: ['owner'], data: ({ owner }) => ({ userId: owner.id }) },
  fetchAgencyAudit: { roles: managers, data: () => ({}) },
  fetchSecondFactorRule: { roles: ['owner'], data: () => ({}) },
  saveSecondFactorRule: { roles: ['owner'], data: () => ({ days: null }) },
  fetchSessionRule: { roles: ['owner'], data: () => ({}) },
  saveSessionRule: { roles: ['owner'], data: () => ({ hours: null, idleMinutes: null }) },
  requestAgencyExport: { roles: ['owner'], data: () => ({}) },
  fetchAgencyExport: { roles: ['owner'], data: () => ({}) },
  deleteAgency: { roles: ['owner'], data: () => ({ password: PASSWORD }) },
  keepAgency: { roles: ['owner'], data: () => ({}) },
  removeMember: { roles: managers, data: ({ owner }) => ({ userId: 'usr_missing', successorId: owner.id }) },
  fetchFeedRuns: { roles: managers, data: () => ({}) },
  fetchFeedRun: { roles: managers, data: () => ({ id: MISSING_RUN }) },
  confirmFeedRun: { roles: managers, data: () => ({ id: MISSING_RUN }) },
  discardFeedRun: { roles: managers, data: () => ({ id: MISSING_RUN }) },
  fetchApiKeys: { roles: managers, data: () => ({}) },
  createApiKey: { roles: managers, data: () => ({ name: 'CRM', scopes: ['listings:read'], days: null }) },
  revokeApiKey: { roles: managers, data: () => ({ id: 'akey_missing' }) },
  fetchFiguresByAgent: { roles: managers, data: () => ({}) },
}

const messageDraft = (listingId: string) => ({
  ...{ listingId, kind: 'other', subject: 'News', body: 'Hi {first name}', audience: {} },
})

/**
 * Calls about a listing, a document or a lead that are not in `callsAboutThings.ts`: their own tests try them with another agent. Everyone who
 * reaches the thing may make them.
 */
export const furtherByListing: Record<string, (id: string) => object> = {
  fetchMessages: (listingId) => ({ listingId }),
  countMessageAudience: (listingId) => ({ listingId, audience: {} }),
  suggestMessage: (listingId) => ({ listingId, kind: 'sold' }),
  previewMessage: (listingId) => ({ draft: messageDraft(listingId) }),
  sendTestMessage: messageDraft,
  createMessage: (listingId) => ({ ...messageDraft(listingId), creationKey: crypto.randomUUID() }),
  // None of the listings has an auction.
  bringAuctionForward: (listingId) => ({
    ...{ listingId, version: 1, saleAt: '2090-01-01T00:00:00Z', creationKey: crypto.randomUUID() },
    ...{ subject: 'Earlier', body: 'Earlier', audience: {} },
  }),
  fetchDocumentDefaults: (listingId) => ({ listingId }),
  saveDocumentDefaults: (listingId) => ({ listingId, access: 'everyone', isViewOnly: false, isWatermarked: false }),
  fetchRecordOverview: (listingId) => ({ listingId }),
  fetchRecord: (listingId) => ({ listingId }),
  moveCalendarDate: (listingId) => ({ listingId, version: 1, openHomeId: null, at: '2026-12-05T00:00:00.000Z' }),
  removeOpenHome: (listingId) => ({ listingId, version: 1, openHomeId: 'open_0000000000000000' }),
  // A listing has one open home at a time: those who may add it get 200 or 409.
  addOpenHome: (listingId) => ({ listingId, startsAt: '2090-01-01T00:00:00Z', endsAt: '2090-01-01T00:30:00Z' }),
}
export const furtherByFile: Record<string, (id: string) => object> = {
  fetchDocumentSettings: (id) => ({ id }),
  saveDocumentSettings: (id) => ({ id, access: null, isViewOnly: null, isWatermarked: null, leadIds: [] }),
  askAcknowledgement: (fileId) => ({ fileId, statement: null, isRequired: false }),
}

/** Lists and counts of everything within reach. One that is narrowed to a listing out of reach is empty. */
export const reachCalls = [
  ...['fetchListings', 'fetchListingCounts', 'fetchFiles', 'fetchStorage', 'fetchLeads', 'fetchLeadCounts'],
  ...['fetchAnswerFilters', 'fetchPeople', 'fetchDashboardSummary', 'fetchPendingChanges', 'fetchAcknowledgements'],
  ...['fetchNotifications', 'fetchCalendarWeek', 'fetchComingEvents'],
]

/** What someone does for themselves, with their account, their browser and their place in the agency. */
export const ownCalls = [
  ...['fetchCurrentUser', 'fetchAgency', 'fetchMembers', 'switchAgency', 'joinAgency', 'leaveAgency'],
  ...['fetchSettings', 'saveProfile', 'savePhoto', 'saveAgentCard', 'saveEmailPreferences', 'saveUsualQuestions'],
  ...['saveReadingRetention', 'saveVersionRetention', 'saveDocumentValidity'],
  ...['changePassword', 'requestEmailChange', 'confirmEmailChange'],
  ...['fetchSessions', 'revokeSession', 'revokeOtherSessions', 'renameDevice'],
  ...['fetchIdleLock', 'saveIdleLock', 'lockSession', 'reportActivity'],
  ...['fetchProofOptions', 'proveIdentity', 'confirmProof'],
  ...['fetchSecondFactors', 'startAuthenticator', 'confirmAuthenticator', 'removeAuthenticator', 'createRecoveryCodes'],
  ...['fetchIdentities', 'beginIdentityLink', 'beginIdentityProof', 'removeIdentity'],
  ...['fetchPasskeys', 'beginPasskeyProof', 'beginPasskey', 'addPasskey', 'renamePasskey', 'removePasskey'],
  ...['removePassword', 'createPassword'],
  ...['requestExport', 'fetchLatestExport', 'deleteAccount', 'keepAccount', 'fetchAudit'],
  ...['fetchPushSettings', 'addPushDevice', 'removePushDevice', 'savePushPreferences', 'sendTestPush'],
  ...['fetchReplyTemplates', 'saveReplyTemplate', 'deleteReplyTemplate'],
  ...['fetchSubscription', 'fetchCalendarLink', 'createCalendarLink', 'revokeCalendarLink'],
  // New things are the agent's own, and links are free or taken for everyone.
  ...['createListing', 'fetchIsSlugFree'],
  // An upload is of the one who began it.
  ...['resumeUpload', 'finishUpload', 'cancelUpload'],
]

interface RelatedThings {
  listing: string
  file: string
  lead: string
  /** Of the file. */
  change: string
  /** Of the lead. */
  invitee: string
  /** A link of the listing. */
  link: string
  /** Someone with a link to the listing's vendor report. */
  vendor: string
  /** To buyers of the listing. */
  message: string
  openHome: string
  /** At the door of the open home. */
  device: string
}

/** Calls about several things at once, or about something that belongs to a lead or a document. */
export const byRelatedThings: Record<string, (things: RelatedThings) => object> = {
  fetchMessage: ({ message }) => ({ id: message }),
  cancelMessage: ({ message }) => ({ id: message }),
  undoCancelMessage: ({ message }) => ({ id: message }),
  tellBuyers: ({ listing, change }) => ({ listingId: listing, changeIds: [change], audience: 'nobody' }),
  undoTellBuyers: ({ listing, change }) => ({ listingId: listing, changeIds: [change] }),
  remindToAcknowledge: ({ file, lead }) => ({ fileId: file, leadId: lead }),
  revokeLeadInvitee: ({ invitee }) => ({ inviteeId: invitee }),
  renameListingLink: ({ link }) => ({ id: link, name: `Flyer ${crypto.randomUUID()}` }),
  archiveListingLink: ({ link }) => ({ id: link, isArchived: true }),
  fetchVendorSettings: ({ listing }) => ({ listingId: listing }),
  fetchVendorEmailPreview: ({ listing }) => ({ listingId: listing }),
  addVendor: ({ listing }) => ({ listingId: listing, name: 'Tom Hale', email: '', sendsLink: false }),
  saveVendorWords: ({ listing }) => ({ listingId: listing, words: 'A busy week.' }),
  saveVendorSchedule: ({ listing }) => ({ listingId: listing, isOn: true, weekday: 4, time: '09:00' }),
  skipVendorEmail: ({ listing }) => ({ listingId: listing, dueAt: new Date(0).toISOString(), isSkipped: true }),
  emailVendorLink: ({ vendor }) => ({ id: vendor }),
  revokeVendor: ({ vendor }) => ({ id: vendor, isRevoked: false }),
  // Refused while the link is not revoked.
  deleteVendor: ({ vendor }) => ({ id: vendor }),
  restoreLeadInvitee: ({ invitee }) => ({ inviteeId: invitee }),
  startDoor: ({ openHome }) => ({ openHomeId: openHome }),
  fetchDoorDevices: ({ openHome }) => ({ openHomeId: openHome }),
  endDoorDevice: ({ device }) => ({ id: device }),
  revokeDoorDevice: ({ device }) => ({ id: device }),
  fetchOpenHome: ({ openHome }) => ({ openHomeId: openHome }),
  addVisitor: ({ openHome }) => ({
    ...{ openHomeId: openHome, firstName: 'Tane', lastName: '', email: '', phone: '021 555 0144' },
    ...{ consent: 'At the open home', key: crypto.randomUUID() },
  }),
  removeVisitor: ({ openHome, lead }) => ({ openHomeId: openHome, leadId: lead, isRemoved: true }),
  setVisitorCount: ({ openHome }) => ({ openHomeId: openHome, counted: 3 }),
  followUpVisitors: ({ openHome }) => ({ openHomeId: openHome }),
}
