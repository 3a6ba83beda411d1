import { Button, Code, Collapse } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { asError } from './asError.ts'
import { MessageScreen } from './MessageScreen.tsx'

/** Stands where a page would have been; the layout around it still works. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const [shown, { toggle }] = useDisclosure()
  const detailsId = useId()
  return (
    <MessageScreen
      heading="Something went wrong!"
      actions={
        <>
          <Button variant="default" onClick={toggle} aria-expanded={shown} aria-controls={detailsId}>
            {shown ? 'Hide Error' : 'Show Error'}
          </Button>
          <Button onClick={() => router.invalidate()}>Try again</Button>
        </>
      }
    >
      <p>This page could not be shown.</p>
      <Collapse expanded={shown} id={detailsId}>
        <Code block>{asError(error).message}</Code>
      </Collapse>
    </MessageScreen>
  )
}
