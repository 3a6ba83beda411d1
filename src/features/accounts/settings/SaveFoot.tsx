import { Button, Text } from '@mantine/core'
import { SectionFoot } from '#ui/SectionCard.tsx'

interface SaveFootProps {
  label: string
  dirty: boolean
  busy: boolean
  onDiscard: () => void
}

export function SaveFoot({ label, dirty, busy, onDiscard }: SaveFootProps) {
  return (
    <SectionFoot>
      <Text size="sm" c="dimmed" mr="auto" aria-live="polite">
        {dirty ? 'Unsaved changes' : ''}
      </Text>
      {dirty && (
        <Button variant="default" onClick={onDiscard} disabled={busy}>
          Discard
        </Button>
      )}
      <Button type="submit" disabled={!dirty} loading={busy}>
        {label}
      </Button>
    </SectionFoot>
  )
}
