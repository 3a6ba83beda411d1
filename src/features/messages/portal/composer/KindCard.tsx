import { Chip, Group } from '@mantine/core'
import { SectionBody, SectionCard } from '#ui/layout/SectionCard.tsx'
import { type MessageKind, messageKinds } from '#values/messageValues.ts'
import { kindNames } from '../messageLabels.ts'

interface KindCardProps {
  kind: MessageKind
  onChoose: (kind: MessageKind) => void
}

/** What the message is about. */
export const KindCard = ({ kind, onChoose }: KindCardProps) => (
  <SectionCard
    title="What’s new?"
    about="We’ll write a first version from the listing’s details. You can change every word."
  >
    <SectionBody>
      <Group gap={8} role="radiogroup" aria-label="What’s new?">
        {messageKinds.map((one) => (
          <Chip
            key={one}
            type="radio"
            name="kind"
            radius="md"
            variant="outline"
            checked={kind === one}
            onChange={() => onChoose(one)}
          >
            {kindNames[one]}
          </Chip>
        ))}
      </Group>
    </SectionBody>
  </SectionCard>
)
