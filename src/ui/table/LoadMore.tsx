import { Button, Group } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'

interface LoadMoreProps {
  busy: boolean
  /** The last try failed: from there on only the button tries again. */
  failed: boolean
  onMore: () => void
}

/** The end of a list that goes on. Fetches by itself before it is reached; the button is for when that did not work. */
export function LoadMore({ busy, failed, onMore }: LoadMoreProps) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const isNear = Boolean(entry?.isIntersecting)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    if (isNear && !busy && !failed) more()
  }, [isNear, busy, failed])
  return (
    <Group ref={ref} justify="center" gap="sm" mt="lg" mih={36}>
      {failed && <span role="alert">We couldn’t load any more.</span>}
      <Button variant="default" loading={busy} onClick={onMore}>
        {failed ? 'Try again' : 'Show more'}
      </Button>
    </Group>
  )
}
