import { Button, Text } from '@mantine/core'
import { SectionFooter } from '../layout/SectionCard.tsx'

interface SaveFooterProps {
  label: string
  dirty: boolean
  busy: boolean
  onDiscard: () => void
}

export function SaveFooter({ label, dirty, busy, onDiscard }: SaveFooterProps) {
  return (
    <SectionFooter>
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
    </SectionFooter>
  )
}
