import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatCount } from '#ui/format/format.ts'
import { SectionBody, SectionFooter } from '#ui/layout/SectionCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { agencyQuery } from '../agencies.functions.ts'
import { roleWithArticle } from '../members.schema.ts'

/** The agency's part of the settings. */
export function AgencySection() {
  const { data: agency } = useSuspenseQuery(agencyQuery)
  const isAlone = agency.members.length === 1
  return (
    <>
      <SectionBody>
        <Text size="sm">
          {isAlone
            ? 'You work on your own. Invite the people you sell with to share listings and leads.'
            : `You’re ${roleWithArticle(agency.role)} in ${agency.name || 'your agency'}, which has ${formatCount(agency.members.length, 'member')}.`}
        </Text>
      </SectionBody>
      <SectionFooter>
        <ButtonLink to="/portal/agency" variant="default">
          {isAlone ? 'Invite a colleague' : 'See members'}
        </ButtonLink>
      </SectionFooter>
    </>
  )
}
