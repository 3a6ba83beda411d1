import { TextInput } from '@mantine/core'
import type { CurrentAgency } from '#features/agencies/agencies.schema.ts'
import { may } from '#platform/auth/permissions.ts'
import { TextLink } from '#ui/links.tsx'

/** In the profile of someone who works in a team: the agency's name, and the way to change it for those who may. */
export const AgencyNameField = ({ agency }: { agency: CurrentAgency }) => (
  <TextInput
    label="Agency"
    value={agency.name}
    readOnly
    inputWrapperOrder={['label', 'input', 'description']}
    description={
      may(agency, 'changeBrand') ? (
        <TextLink to="/portal/agency/brand" size="xs">
          Change the agency’s name and brand
        </TextLink>
      ) : (
        'Owners and managers can change it.'
      )
    }
  />
)
