import { IconAddressBook, IconFile, IconHome, IconUser } from '@tabler/icons-react'
import type { useNavigate } from '@tanstack/react-router'
import { fetchFiles } from '#features/files/files.functions.ts'
import { fetchLeads } from '#features/leads/leads.functions.ts'
import { fetchPeople } from '#features/leads/people/people.functions.ts'
import { fetchListings } from '#features/listings/listings.functions.ts'
import { fullName } from '#ui/format/format.ts'
import type { PaletteItem } from '#ui/portal/keyboard/Palette.tsx'

/** For each kind of result. */
const MAX_RESULTS = 5

/** Listings, leads, people and files that match the search, each with its link. */
export async function findTargets(
  search: string,
  whose: string,
  navigate: ReturnType<typeof useNavigate>,
): Promise<PaletteItem[]> {
  const data = { search: search.slice(0, 100), limit: MAX_RESULTS, ...(whose && { whose }) }
  const [{ listings }, { leads }, { people }, { files }] = await Promise.all([
    fetchListings({ data }),
    fetchLeads({ data }),
    fetchPeople({ data }),
    fetchFiles({ data }),
  ])
  return [
    ...listings.map(({ id, title, subtitle }) => ({
      ...{ id, group: 'Listings', Icon: IconHome, label: title, about: subtitle },
      go: () => void navigate({ to: '/portal/listings/$id', params: { id } }),
    })),
    ...leads.map((lead) => ({
      ...{ id: lead.id, group: 'Leads', Icon: IconUser, label: fullName(lead), about: lead.listingTitle },
      go: () => void navigate({ to: '/portal/leads', search: { lead: lead.id } }),
    })),
    ...people.map((person) => ({
      ...{ id: person.id, group: 'People', Icon: IconAddressBook, label: fullName(person) },
      about: person.leadCount === 1 ? '1 enquiry' : `${person.leadCount} enquiries`,
      go: () => void navigate({ to: '/portal/people/$id', params: { id: person.id } }),
    })),
    ...files.map(({ id, name, listingTitle }) => ({
      ...{ id, group: 'Files', Icon: IconFile, label: name, about: listingTitle ?? 'No listing' },
      go: () => void navigate({ to: '/portal/files', search: { search: name.slice(0, 100) } }),
    })),
  ]
}
