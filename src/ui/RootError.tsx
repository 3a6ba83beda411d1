import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { asError } from './asError.ts'
import { FullScreen } from './FullScreen.tsx'
import { ListingNotFound } from './ListingNotFound.tsx'
import { ButtonLink } from './links.tsx'
import { MessageScreen } from './MessageScreen.tsx'

/** The last screen there is: shown when the page around every other page has failed. */
export function RootError({ error }: ErrorComponentProps) {
  const { name } = asError(error)
  return <FullScreen>{name === 'NotFoundError' ? <ListingNotFound /> : <Failure name={name} />}</FullScreen>
}

function Failure({ name }: { name: string }) {
  return (
    <MessageScreen
      heading="Something went wrong!"
      actions={
        <>
          <ButtonLink to="/" reloadDocument variant="default">
            Go to home page
          </ButtonLink>
          <Button onClick={() => window.location.reload()}>Try again</Button>
        </>
      }
    >
      <p>Please try again later.</p>
      <p>Error: {name}</p>
    </MessageScreen>
  )
}
