import { writeRows } from '../../src/features/leads/intake/addLead.schema.ts'
import { emptyDescription } from '../../src/features/listings/description/description.schema.ts'

const words = { title: 'Rata Street', subtitle: '', description: emptyDescription }
const change = { version: 1, ...words }
const buyer = { firstName: 'Mere', lastName: '', phone: '021 555 0123', email: '', note: '' }
/** Every call that names a thing, with what it is named by. A new one must be put here. */
export const byListing: Record<string, (id: string, fileId?: string) => object> = {
  fetchListing: (id) => ({ id }),
  fetchListingPreview: (id) => ({ id }),
  updateListing: (id) => ({ id, slug: id.toLowerCase().replace('_', '-'), ...change }),
  duplicateListing: (id) => ({ id }),
  publishListing: (id) => ({ id }),
  recordListingShare: (id) => ({ id }),
  unpublishListing: (id) => ({ id }),
  archiveListing: (id) => ({ id }),
  restoreListing: (id) => ({ id }),
  fetchListingLinks: (id) => ({ id }),
  addListingLink: (listingId) => ({ listingId, name: `Flyer ${crypto.randomUUID()}` }),
  fetchListingTeam: (id) => ({ id }),
  fetchListingHistory: (id) => ({ id }),
  setCoAgents: (id) => ({ id, before: [], userIds: [] }),
  handOverListing: (id) => ({ id, userId: 'usr_nobody', staysCoAgent: false }),
  fetchListingFiles: (listingId) => ({ listingId }),
  getUploadUrl: (listingId) => ({ name: 'a.pdf', contentType: '', contentLength: '9', listingId }),
  orderFiles: (listingId, fileId = 'file_none') => ({ listingId, ids: [fileId] }),
  chooseCover: (listingId) => ({ listingId, fileId: null }),
  fetchEmailedDocuments: (listingId) => ({ listingId }),
  makeEmailAddress: (listingId) => ({ listingId }),
  acceptEmailedDocuments: (listingId) => ({ listingId, documents: [{ id: 'attm_missing' }] }),
  refuseEmailedDocuments: (listingId) => ({ listingId, ids: ['attm_missing'] }),
  getEmailedDocumentUrl: (listingId) => ({ listingId, id: 'attm_missing' }),
  addLead: (listingId) => ({ listingId, ...buyer, consent: 'On the phone' }),
  importLeads: (listingId) => ({
    listingId,
    consent: 'On the phone',
    key: crypto.randomUUID(),
    rows: writeRows([buyer]),
  }),
}
export const byFile: Record<string, (id: string) => object> = {
  getDownloadUrl: (id) => ({ id }),
  changeFile: (id) => ({ id, name: 'Taken over' }),
  archiveFiles: (id) => ({ ids: [id] }),
  deleteFiles: (id) => ({ ids: [id] }),
  undoDeleteFiles: (id) => ({ ids: [id] }),
  restoreFiles: (id) => ({ ids: [id] }),
  moveFiles: (id) => ({ ids: [id], listingId: null }),
  retryFile: (id) => ({ id }),
}
/** Of documents only. The current version can be neither restored nor removed. */
export const byVersion: Record<string, { ask: (id: string) => object; ownStatus: number }> = {
  fetchVersions: { ask: (id) => ({ id }), ownStatus: 200 },
  changeVersionNote: { ask: (id) => ({ id, version: 1, note: 'Taken over' }), ownStatus: 200 },
  restoreVersion: { ask: (id) => ({ id, version: 1 }), ownStatus: 409 },
  removeVersion: { ask: (id) => ({ id, version: 1 }), ownStatus: 409 },
}
/** Merging also has another person, who is the agent's own. */
export const byPerson: Record<string, (id: string, own: string) => object> = {
  fetchPerson: (id) => ({ id }),
  fetchPersonTimeline: (id) => ({ id }),
  fetchPersonData: (id) => ({ id }),
  updatePerson: (id) => ({ id, ...buyer }),
  mergePeople: (otherId, id) => ({ id, otherId }),
  separatePerson: (id) => ({ id }),
  erasePerson: (id) => ({ id, confirmation: 'erase' }),
}
export const byLead: Record<string, (id: string) => object> = {
  fetchLead: (id) => ({ id }),
  fetchLeadTimeline: (id) => ({ id }),
  changeLead: (id) => ({ id, status: 'closed', agentNote: 'Taken over' }),
  archiveLeads: (id) => ({ ids: [id] }),
  restoreLeads: (id) => ({ ids: [id] }),
  sendPrivateLink: (id) => ({ id }),
  fetchLeadLink: (id) => ({ id }),
  planNextAction: (id) => ({ ids: [id], next: { nextAction: 'Call', nextActionAt: new Date().toISOString() } }),
  assignLeads: (id) => ({ ids: [id], assigneeId: null }),
  setLeadsStatus: (id) => ({ ids: [id], status: 'closed' }),
  withdrawAccess: (id) => ({ id }),
  restoreAccess: (id) => ({ id }),
  tryLeadAddressAgain: (id) => ({ id }),
  markRead: (leadId) => ({ leadId }),
}

/** Filtered by a listing, a lead or a file. */
export const analyticsCalls = [
  ...['fetchListingViews', 'fetchListingEngagement', 'fetchEvents'],
  ...['fetchViewsByCity', 'fetchViewsByDevice', 'fetchViewsByReferrer', 'fetchViewsByChannel'],
  'fetchReadingTime',
]
